import { fileURLToPath } from 'node:url'

import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

import { bootScript } from './build/boot-script.ts'
import { buildId } from './build/build-id.ts'
import { devSettings } from './build/dev-settings.ts'
import { fontPreload } from './build/font-preload.ts'
import { landingPage } from './build/landing-page.ts'

const server = process.env['SERVER_ORIGIN'] ?? 'http://127.0.0.1:3000'

/** What the page asks of its own origin and the Vite server cannot answer; the Auth emulator's paths included. */
const SERVER_PATHS = [
  '/api',
  '/images',
  '/__',
  '/emulator',
  '/identitytoolkit.googleapis.com',
  '/securetoken.googleapis.com',
]

const SHARED_CHUNKS = [
  { name: 'react', test: /node_modules[\\/](?:react|react-dom|scheduler)[\\/]/, priority: 2 },
  {
    name: 'router',
    test: /node_modules[\\/](?:react-router|react-router-dom|cookie|set-cookie-parser)[\\/]/,
  },
  { name: 'query', test: /node_modules[\\/]@tanstack[\\/]/ },
]

export default defineConfig({
  root: import.meta.dirname,
  // The Host check of the server allows one origin, so the proxy must not rewrite it.
  server: {
    proxy: Object.fromEntries(SERVER_PATHS.map((path) => [path, { target: server, changeOrigin: false }])),
  },
  build: {
    outDir: fileURLToPath(new URL('../dist/client', import.meta.url)),
    emptyOutDir: true,
    target: 'es2023',
    sourcemap: 'hidden',
    // The server compresses once at start; measuring here would only slow the build.
    reportCompressedSize: false,
    // A data: URL would need its own permission in the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: { output: { codeSplitting: { groups: SHARED_CHUNKS } } },
  },
  plugins: [react(), bootScript(), devSettings(), fontPreload(), buildId(), landingPage()],
})
