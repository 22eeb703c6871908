const MAX_NAME = 120
const UNSAFE = /[\s\p{Cc}\p{Cf}/\\:*?"<>|]+/gu

/** `Content-Disposition` of a download: its name in UTF-8, and in ASCII for clients that support nothing else. */
export function attachment(name: string, extension: string) {
  const base = [...name.toWellFormed().replace(UNSAFE, ' ').trim()].slice(0, MAX_NAME).join('')
  const file = `${base || 'download'}.${extension}`
  const plain = file
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^ -~]+/g, '_')
  const encoded = encodeURIComponent(file).replace(/['()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
