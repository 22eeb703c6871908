import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vite'

/** What few servers load, and only when they need it: from its package, as without a bundle. */
const LOADED_LATER = ['@google-cloud/firestore', 'nodemailer', 'prom-client', 'web-push']

/** The server and what it needs of its packages in a few files, for a fast start: docs/decisions/086-production-runs-a-bundle.md */
export default defineConfig({
  build: {
    ssr: fileURLToPath(new URL('main.ts', import.meta.url)),
    outDir: fileURLToPath(new URL('../dist/server', import.meta.url)),
    emptyOutDir: true,
    target: 'esnext',
    // For stacks in the log: server/lib/source-positions.ts
    sourcemap: true,
    // The sources are beside it in the image, and comments would be in memory.
    rolldownOptions: { output: { sourcemapExcludeSources: true, comments: false } },
  },
  ssr: { noExternal: true, external: LOADED_LATER },
})
