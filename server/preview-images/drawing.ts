import type { Node } from '@takumi-rs/wasm'

/** Pixels. The size that Open Graph's readers show whole. */
export const PREVIEW_SIZE = { width: 1200, height: 630 } as const

/** Texts of a preview image, as visitors see them. */
export interface PreviewCard {
  /** The product, or the organisation behind it. */
  host: string
  title: string
  when: string
  place: string
  /** Day of the month, and the month's short name. */
  day: string
  month: string
  /** Six hexadecimal digits after `#`. */
  accent: string
}

/** The source that the cover's bytes are registered under. */
export const COVER_SOURCE = 'cover'

const PAPER = '#fbfaf7'
const INK = '#1c1b19'
const MUTED = '#6b675f'
const GOLD = '#8f6a1e'

export const coverDrawing: Node = {
  type: 'image',
  src: COVER_SOURCE,
  style: { width: '100%', height: '100%', objectFit: 'cover' },
}

/** A photo may be transparent, and JPEG is not. */
export const photoDrawing: Node = {
  type: 'container',
  style: { width: '100%', height: '100%', display: 'flex', backgroundColor: PAPER },
  children: [coverDrawing],
}

/** An arched door with the date, beside title, time and place. */
export const cardDrawing = (card: PreviewCard): Node => ({
  type: 'container',
  style: {
    width: '100%',
    height: '100%',
    display: 'flex',
    alignItems: 'stretch',
    gap: 64,
    padding: '64px 72px 0 72px',
    backgroundColor: PAPER,
    color: INK,
    fontFamily: 'serif',
  },
  children: [texts(card), door(card)],
})

const texts = ({ host, title, when, place, accent }: PreviewCard): Node => ({
  type: 'container',
  style: {
    flexGrow: 1,
    flexShrink: 1,
    flexBasis: 0,
    minWidth: 0,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    paddingBottom: 64,
  },
  children: [
    line(host, { fontSize: 30, fontWeight: 600, color: accent, lineClamp: 1 }),
    ...(title ? [line(title, { ...titleSize(title), fontWeight: 600, lineHeight: 1.15 })] : []),
    {
      type: 'container',
      style: { display: 'flex', flexDirection: 'column', gap: 8 },
      children: [
        line(when, { fontSize: 30, lineHeight: 1.3, lineClamp: 2 }),
        ...(place ? [line(place, { fontSize: 28, lineHeight: 1.3, lineClamp: 1, color: MUTED })] : []),
      ],
    },
  ],
})

/** Long titles are smaller, so that 200 characters fit. */
function titleSize({ length }: string) {
  if (length > 120) return { fontSize: 40, lineClamp: 6 }
  if (length > 70) return { fontSize: 50, lineClamp: 5 }
  return { fontSize: length > 35 ? 62 : 76, lineClamp: 4 }
}

function line(text: string, style: NonNullable<Node['style']>): Node {
  const isRightToLeft = /^[^\p{L}]*[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text)
  return {
    type: 'text',
    text,
    dir: isRightToLeft ? 'rtl' : 'ltr',
    style: {
      ...style,
      textAlign: isRightToLeft ? 'right' : 'left',
      overflowWrap: 'anywhere',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
    },
  }
}

const door = ({ day, month, accent }: PreviewCard): Node => ({
  type: 'container',
  style: {
    width: 300,
    flexShrink: 0,
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    paddingTop: 40,
    borderTopLeftRadius: 150,
    borderTopRightRadius: 150,
    backgroundColor: accent,
    borderBottom: `12px solid ${GOLD}`,
    color: '#ffffff',
  },
  children: [
    { type: 'text', text: month, style: { fontSize: 48, fontWeight: 500 } },
    { type: 'text', text: day, style: { fontSize: 150, fontWeight: 600, lineHeight: 1 } },
  ],
})
