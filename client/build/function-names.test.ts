import { expect, test } from 'vitest'

import { namedFunctions, withFunctionNames } from './function-names.ts'

const CODE = `import { memo } from 'react'
export function Agenda({ lines }: Props) {
  const show = (line: Line) => lines.map((each) => <li>{each.text}</li>)
  return <ul onClick={() => show(lines[0]!)}>{lines.map(show)}</ul>
}
export const Card = memo(function () { return null }) as Screen
const table = { async 'open it'() {}, close: () => {}, list: [() => {}] }
module.exports.later = async () => {}
class Crash extends Component { retry = () => this.setState({}); override render() { return null } }
`

test('functions are listed with their names in the source, outer before inner', () => {
  const found = namedFunctions('agenda.tsx', CODE)
  expect(found.map(([name, line]) => `${name} ${line}`)).toEqual([
    'Agenda 2',
    'show 3',
    'Card 6',
    'open it 7',
    'close 7',
    'later 8',
    'Crash.retry 9',
    'Crash.render 9',
  ])
  expect(found[1]).toEqual(['show', 3, 15, 3, 72])
})

test('a source map lists the functions of our own scripts only', () => {
  const map = {
    sources: ['../../client/a.ts', '../../node_modules/b/b.js', 'c.css', '../../client/d.ts'],
    sourcesContent: ['function a() {}', 'function b() {}', '.c {}', null],
    mappings: '',
  }
  expect(withFunctionNames(map)).toEqual({ ...map, x_functions: [[['a', 1, 0, 1, 15]], null, null, null] })
})

test('code that cannot be parsed has no functions', () => {
  expect(namedFunctions('broken.ts', 'function (')).toEqual([])
})
