import patterns from '#client/ui/styles/patterns.module.css'

interface Props {
  lines: readonly (readonly [count: number, text: (values: { count: number }) => string])[]
}

/** A line for each count that is not 0. */
export const CountLines = ({ lines }: Props) => (
  <ul className={patterns.bulleted}>
    {lines.map(([count, text], at) => count > 0 && <li key={at}>{text({ count })}</li>)}
  </ul>
)
