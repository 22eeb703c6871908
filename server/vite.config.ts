import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Packages that few servers load, and only on demand: they are loaded from their folder, as without a bundle. */
const LOADED_LATER = [
  '@google-cloud/firestore',
  '@google-cloud/firestore-api',
  'nodemailer',
  'prom-client',
  'web-push',
]

/** Bundles the server and its packages into a few files, for a fast start. */
export default defineConfig({
  build: {
    ssr: fileURLToPath(new URL('main.ts', import.meta.url)),
    outDir: fileURLToPath(new URL('../dist/server', import.meta.url)),
    emptyOutDir: true,
    target: 'esnext',
    // Source maps for stacks in the log: server/logging/source-positions.ts
    sourcemap: true,
    // The sources are beside it in the image, and comments would take memory.
    rolldownOptions: { output: { sourcemapExcludeSources: true, comments: false } },
  },
  ssr: { noExternal: true, external: LOADED_LATER },
})
