import { fileURLToPath } from 'node:url'

import { defineConfig, type Plugin } from 'vite'

/** What few servers load, and only when they need it: from its package, as without a bundle. */
const LOADED_LATER = ['@google-cloud/firestore', 'nodemailer', 'prom-client', 'web-push']

/**
 * Node keeps two bytes in memory for each character of a file that is not ASCII throughout. Source maps stay as they are: in
 * the rest of its line, each such character puts the columns of stacks off by five.
 */
const inAscii: Plugin = {
  name: 'ascii',
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type === 'chunk') file.code = file.code.replaceAll(/[^\0-\x7F]/g, escaped)
    }
  },
}
const escaped = (character: string) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

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
  plugins: [inAscii],
  ssr: { noExternal: true, external: LOADED_LATER },
})
