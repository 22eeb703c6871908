declare module 'virtual:guide' {
  /** Pages by name, as in `members/rsvp`. */
  export const GUIDE: Readonly<
    Record<
      string,
      { title: string; content: readonly import('#shared/lib/markdown/elements.ts').MarkdownNode[] }
    >
  >
}
