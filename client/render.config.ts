import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

import { breakpoints } from './build/breakpoints.ts'

/**
 * Builds the client for the server, which renders the first view of pages with it, in every language. Class names are
 * the same as in the browser's build.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'error',
  plugins: [breakpoints()],
  build: {
    ssr: fileURLToPath(new URL('app/render.tsx', import.meta.url)),
    outDir: fileURLToPath(new URL('../dist/render', import.meta.url)),
    emptyOutDir: true,
    copyPublicDir: false,
    target: 'esnext',
  },
  ssr: { noExternal: true },
  define: {
    // React's development build would write its own stacks into pages.
    'process.env.NODE_ENV': '"production"',
    // A server has no storage of a person, but Node has these.
    localStorage: 'undefined',
    sessionStorage: 'undefined',
  },
})
