import { type Accent, DEFAULT_ACCENT, SURFACES } from '#shared/community/accent.ts'

/** The colours of the app. Mail programs support no variables, and some no dark mode: those show the light one. */
const LIGHT = { ...SURFACES.light, ink: '#1c1b19', muted: '#6b675f', line: '#e6e1d6' }
const DARK = { ...SURFACES.dark, ink: '#f1eee7', muted: '#a8a398', line: '#33352f' }

type Colours = Record<keyof typeof LIGHT, string>

const colours = ({ paper, raised, ink, muted, line, onAccent }: Colours, accent: string) => `
.page,.frame{background:${paper}}
.card{background:${raised};border:1px solid ${line}}
h1,h2,.text,.value,.items{color:${ink}}
.product,.item,.items a{color:${accent}}
.label,.small,.quiet{color:${muted}}
.facts th,.facts td{border-top:1px solid ${line}}
.button{background:${accent};color:${onAccent}}`

/**
 * Styles for the head: every current mail program that shows HTML supports them there, down to media queries.
 * @param accent of the community; empty texts mean the product's default
 */
export const stylesOf = ({ light, dark }: Accent) => `
.page{margin:0;padding:0;font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;-webkit-text-size-adjust:100%}
.frame{padding:32px 12px}
.card{max-width:600px;border-radius:10px;border-collapse:separate}
.body{padding:32px;text-align:start}
.product{margin:0 0 24px;font-family:Georgia,'Times New Roman',serif;font-size:18px;font-weight:600}
h1{margin:0 0 16px;font-family:Georgia,'Times New Roman',serif;font-size:26px;line-height:1.25;font-weight:600;overflow-wrap:anywhere}
h2{margin:0 0 8px;font-size:18px;line-height:1.3;overflow-wrap:anywhere}
.text{margin:0 0 16px;font-size:16px;line-height:1.55;overflow-wrap:anywhere}
.facts{width:100%;margin:0 0 24px;border-collapse:collapse}
.facts th,.facts td{padding:10px 0;font-size:16px;line-height:1.5;vertical-align:top;text-align:start;overflow-wrap:anywhere}
.facts .label{width:88px;padding-inline-end:16px;font-size:14px;line-height:24px;font-weight:400}
.items{margin:0 0 24px;padding-inline-start:20px;font-size:16px;line-height:1.55}
.items li{margin:0 0 10px;overflow-wrap:anywhere}
.act{margin:24px 0 32px}
.button{display:inline-block;padding:14px 22px;border-radius:6px;font-size:16px;font-weight:600;line-height:1.2;text-decoration:none}
.small{margin:0 0 8px;font-size:14px;line-height:1.5}
.quiet{text-decoration:underline}
${colours(LIGHT, light || DEFAULT_ACCENT.light)}
@media (max-width:480px){.frame{padding:0}.body{padding:24px 20px}.card{border-width:0;border-radius:0}h1{font-size:23px}}
@media (prefers-color-scheme:dark){${colours(DARK, dark || DEFAULT_ACCENT.dark)}}
`
