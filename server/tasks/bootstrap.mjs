/**
 * `node bootstrap.mjs <file.ts> [arguments]`: installs the dependencies if they do not match the lockfile, then runs
 * the file on the project's own Node. Plain JavaScript without imports from the project, because it runs on any Node
 * that started npm, before anything is installed.
 */
import { spawn, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..')
const NODE = join(ROOT, 'node_modules', 'node', 'bin', 'node')
const OLDEST_NPM = 8

if (!isInstalled()) await install()
run(process.argv.slice(2))

/** npm writes the hidden lockfile last, so an interrupted installation has none. */
function isInstalled() {
  const installed = readPackages(join('node_modules', '.package-lock.json'))
  if (!installed || spawnSync(NODE, ['--version']).status !== 0) return false
  return Object.entries(readPackages('package-lock.json') ?? {}).every(
    ([path, { version, optional }]) =>
      path === '' || (optional && !installed[path]) || installed[path]?.version === version,
  )
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(join(ROOT, file), 'utf8')).packages
  } catch {
    return undefined
  }
}

async function install() {
  const { stdout } = spawnSync('npm', ['--version'], { encoding: 'utf8', env: withoutOwnPrograms() })
  if (!stdout) giveUp('npm was not found. Install Node.js, which includes it.')
  if (Number.parseInt(stdout, 10) < OLDEST_NPM) {
    giveUp(`npm ${stdout.trim()} is too old. Install npm ${OLDEST_NPM} or later: npm install --global npm`)
  }
  const began = Date.now()
  const seconds = () => Math.round((Date.now() - began) / 1000)
  console.log('Installing the packages in package-lock.json. The first time takes about a minute.')
  const ticking = setInterval(() => console.log(`  … still installing after ${seconds()} s`), 15_000)
  // One package alone needs its install script: it links the Node program of this machine.
  await npm(['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'])
  await npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error'])
  clearInterval(ticking)
  console.log(`Installed in ${seconds()} s.`)
}

function npm(args) {
  return new Promise((resolve) => {
    const child = spawn('npm', args, {
      cwd: ROOT,
      env: withoutOwnPrograms(),
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let complaint = ''
    child.stderr.setEncoding('utf8').on('data', (text) => (complaint += text))
    child.on('close', (code) => (code === 0 ? resolve() : giveUp(explain(args[0], complaint))))
  })
}

/** npm must not run on the same Node that it is about to replace. */
function withoutOwnPrograms() {
  const own = join(ROOT, 'node_modules', '.bin')
  const folders = (process.env.PATH || '').split(delimiter).filter((folder) => folder !== own)
  return { ...process.env, PATH: folders.join(delimiter), NODE_ENV: 'development' }
}

function explain(verb, complaint) {
  if (/ENOSPC/.test(complaint)) return 'The disk is full. Free about 1 GB and try again.'
  if (/EACCES|EPERM|EROFS/.test(complaint))
    return `npm cannot write to ${ROOT}. Fix the permissions and try again.`
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/.test(complaint)) {
    return 'npm cannot reach its registry. Check the network or proxy and try again.'
  }
  if (/EUSAGE/.test(complaint)) return 'package-lock.json does not match package.json. Run npm install once.'
  return `npm ${verb} failed:\n${complaint.trim()}`
}

function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

function run(args) {
  const own = join(ROOT, 'node_modules', '.bin')
  const child = spawn(NODE, args, {
    cwd: ROOT,
    // The channel shows the program when this process has ended, even if it was killed.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PATH: [own, process.env.PATH].join(delimiter) },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('close', (code, signal) => process.exit(code === null ? (signal === 'SIGINT' ? 130 : 143) : code))
  endWithNpm(child)
}

/** Killing npm does not notify its children; a changed parent id shows that it has ended. */
function endWithNpm(child) {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 500).unref()
}
