/** First letters of the first and the last word; by grapheme, so that no emoji or accent is cut apart. */
export function initialsOf(name: string) {
  const words = name.trim().split(/\s+/)
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word = '') => {
    const [first] = new Intl.Segmenter().segment(word)
    return first?.segment ?? ''
  })
  return letters.join('').toLocaleUpperCase()
}
