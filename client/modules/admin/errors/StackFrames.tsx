import * as m from '#shared/admin/messages.ts'
import type { SourceFrame } from '#shared/operations/error-groups.ts'
import patterns from '#client/ui/styles/patterns.module.css'

import styles from './errors.module.css'

/** The calls, innermost first. Those with source code can be opened, and the first of them is open. */
export function StackFrames({ frames }: { frames: readonly SourceFrame[] }) {
  const first = frames.findIndex(({ source }) => source)
  return (
    <ol className={styles.frames}>
      {frames.map((frame, at) => (
        // A function that calls itself has equal frames.
        //
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at}>
          <Frame frame={frame} open={at === first} />
        </li>
      ))}
    </ol>
  )
}

/** Removes the indentation that all lines share. */
function dedent(lines: readonly string[]) {
  const indentations = lines
    .filter((line) => line.trim())
    .map((line) => line.length - line.trimStart().length)
  const least = Math.min(...indentations)
  return Number.isFinite(least) ? lines.map((line) => line.slice(least)) : lines
}

function Frame({ frame, open }: { frame: SourceFrame; open: boolean }) {
  const { function: name, file, line, column, source } = frame
  const place = (
    <>
      <strong>{name ?? m.sampleAnonymousFunction()}</strong>{' '}
      <span className={patterns.small}>
        {file}:{line}:{column}
      </span>
    </>
  )
  if (!source) return <p className={styles.frame}>{place}</p>
  return (
    <details open={open}>
      <summary className={styles.frame}>{place}</summary>
      <pre className={styles.pre}>
        {dedent(source.lines).map((text, at) => {
          const number = source.firstLine + at
          return (
            <span key={number} className={styles.line} data-here={number === line || undefined}>
              <span className={styles.number}>{number}</span>
              {text}
              {'\n'}
            </span>
          )
        })}
      </pre>
    </details>
  )
}
