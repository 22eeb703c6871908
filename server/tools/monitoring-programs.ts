import { homedir } from 'node:os'
import { join } from 'node:path'

import { findProgram } from './find-program.ts'

/** Folder of programs from `go install`. */
const goProgram = (name: string) => join(homedir(), 'go/bin', name)

export const findPromtool = () => findProgram(['promtool'], [goProgram('promtool')])
export const findLoki = () => findProgram(['loki'], [goProgram('loki')])

export const NO_PROMTOOL =
  'NOT run: the tests of Prometheus’s alert rules. They need promtool, which is in Debian’s package prometheus.'
export const NO_LOKI =
  'NOT run: the tests of Loki’s alert rules and of the dashboard. They need loki 3 in PATH, or in ~/go/bin.'
