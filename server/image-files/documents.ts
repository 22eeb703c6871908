import type { ImageFiles } from './port.ts'

/** The default: bytes are in the images' documents, and are stored and deleted with them. */
export const filesInDocuments: ImageFiles = {
  add: async (bytes) => ({ bytes: bytes.toString('base64') }),
  keep() {},
  read: async ({ bytes }) => (bytes === undefined ? undefined : Buffer.from(bytes, 'base64')),
  release() {},
  deleteReleased: async () => {},
}
