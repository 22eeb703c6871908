const encoder = new TextEncoder()

/** As it goes over the wire: UTF-8. */
export const byteLength = (text: string) => encoder.encode(text).length
