import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import { MINUTE } from '#shared/lib/durations.ts'

import { findProgram } from './find-program.ts'
import { freePort } from './server-process.ts'

const DEBIAN_PACKAGE = 'google-cloud-cli-firestore-emulator'
const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore'
const READY_WITHIN = MINUTE

export const NO_FIRESTORE_EMULATOR = `NOT run: the tests on Firestore. They need Java and Google's emulator: install ${DEBIAN_PACKAGE}, or set FIRESTORE_EMULATOR_JAR.`

/** The command of Google's emulator, if it is on this machine. */
export function findFirestoreEmulator() {
  const java = findProgram(['java'])
  const jar = process.env['FIRESTORE_EMULATOR_JAR'] || installedJar()
  return java && jar && existsSync(jar) ? { java, jar } : undefined
}

function installedJar() {
  const dpkg = findProgram(['dpkg'])
  if (!dpkg) return undefined
  try {
    const files = execFileSync(dpkg, ['-L', DEBIAN_PACKAGE], { encoding: 'utf8', stdio: 'pipe' })
    return files.split('\n').find((file) => file.endsWith('firestore-emulator.jar'))
  } catch {
    // The package is not installed.
    return undefined
  }
}

/** Starts an emulator with its data in memory, up to `heap`. Each project id is a separate database. */
export async function startFirestoreEmulator(heap = '1g') {
  const found = findFirestoreEmulator()
  if (!found) throw new Error(NO_FIRESTORE_EMULATOR)
  const port = await freePort()
  // The serial collector and the first compiler: the tests need the other core, and end before the second
  // pays off.
  const jvm = ['-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', `-Xmx${heap}`]
  const options = [...jvm, '-cp', found.jar, MAIN_CLASS]
  const child = spawn(found.java, [...options, 'start', '--host=127.0.0.1', `--port=${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-2000)))
  }
  const ended = once(child, 'exit')
  const deadline = Date.now() + READY_WITHIN
  while (!(await isListening(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`The Firestore emulator did not start.\n${output}`)
    }
    await wait(50)
  }
  return {
    /** host:port, in the format of `FIRESTORE_EMULATOR_HOST`. */
    host: `127.0.0.1:${port}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function isListening(port: number) {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
