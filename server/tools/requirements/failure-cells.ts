export const MODES = [
  'refused at once',
  'denied for good',
  'hangs',
  'slow by 4 s',
  'answers after the deadline',
  'half an answer',
  'damaged',
  'full',
  'gone and back',
  'clock off by 60 s',
] as const
export type Mode = (typeof MODES)[number]

export const MOMENTS = ['at start', 'idle', 'under load'] as const
export type Moment = (typeof MOMENTS)[number]

export type Port =
  | 'SQLite'
  | 'Views file'
  | 'Firestore: calls'
  | 'Firestore: listeners'
  | 'Identity provider: lookup'
  | 'Identity provider: keys'
  | 'Identity provider: exchange'
  | 'Mail server'
  | 'Push service'
  | 'Images'
  | 'Log'

/** A promise about a port that fails in one way. `ports.test.ts` tries it. */
export interface Promised {
  /** Result of each caller: the status of the answer, or the state of a delivery. */
  gets: string
  /** Seconds until each caller has it. Undefined if no caller waits. */
  within?: number
  /** Answer of the readiness check. */
  health?: string
  /** Message in the log. */
  log?: string
  /** Outgoing calls for each caller in a minute, at most. */
  calls: number
  /** Seconds after the end until all is well, and nothing waits. */
  after: number
}

/** A port that fails in one way at one moment. */
export type Cell =
  | { tried: Promised }
  /** Names of failures that are proven by their own tests. */
  | { proven: readonly string[] }
  /** The reason why it cannot happen. */
  | { never: string }

type Row = Cell | Readonly<Record<Moment, Cell>>
type Rows = Readonly<Record<Mode, Row>>

const proven = (...names: readonly string[]): Cell => ({ proven: names })
const tried = (promised: Promised): Cell => ({ tried: promised })
const never = (reason: string): Cell => ({ never: reason })
const at = (start: Cell, idle: Cell, load: Cell): Row => ({
  'at start': start,
  idle,
  'under load': load,
})

const CLOCK = proven('Clock: off by up to a minute')
const THREE_SECONDS = never('It gets three seconds, so that slow by 4 s is after its deadline')
const NO_PARTS = never('A file answers with whole pages or an error')
const OPEN_FILE = never('An open file is not checked for permissions again')
const EVERYONE = { calls: 1, after: 1 } as const
/** Google’s SDK repeats a call whose connection breaks up to four times. */
const REPEATED = { calls: 5, after: 1 } as const

const LOOKUP = { gets: '503', within: 3, health: 'ready', log: 'session_unavailable' } as const
const KEYS = { ...LOOKUP, health: 'Unreachable: identity (outage).' } as const

const identityRows = (
  usual: typeof LOOKUP | typeof KEYS,
  broken: { calls: number; after: number },
): Rows => ({
  'refused at once': tried({ ...usual, ...broken }),
  'denied for good': tried({ ...usual, ...EVERYONE }),
  hangs: tried({ ...usual, ...EVERYONE }),
  'slow by 4 s': tried({ ...usual, ...EVERYONE }),
  'answers after the deadline': THREE_SECONDS,
  'half an answer': tried({ ...usual, ...EVERYONE }),
  damaged: tried({ ...usual, ...EVERYONE }),
  full: tried({ ...usual, ...EVERYONE }),
  'gone and back': tried({ ...usual, ...broken }),
  'clock off by 60 s': CLOCK,
})

const email = (gets: string, calls: number, log?: string): Cell => tried({ gets, calls, after: 600, log })
const DROPPED = { gets: 'dropped', log: 'push failed', after: 0 } as const
const SENT = { gets: 'sent', calls: 1, after: 0 } as const

/** Another program has the lock. */
const LOCKED = tried({ gets: 'outage', within: 5, calls: 0, after: 0 })
const LOCKED_BRIEFLY = tried({ gets: 'saved', within: 4, calls: 0, after: 0 })

/** Another thing is in place of the folder. */
const FOLDER_OUT = tried({ gets: 'outage', within: 1, calls: 0, after: 0 })
const FOLDER_HANGING = tried({ gets: 'outage', within: 5, calls: 0, after: 5 })
const FILE_LOST = tried({ gets: '404', within: 1, log: 'image file missing', calls: 0, after: 0 })
/** Uploads fail, and pictures are shown. */
const FOLDER_FULL = tried({ gets: 'quota', within: 1, calls: 0, after: 0 })
const FOLDER_SLOW = tried({ gets: 'shown', within: 4, calls: 0, after: 0 })

const SQLITE_LOCK = 'SQLite: another program locks the file'
/** Its client repeats reads. */
const FIRESTORE_OUT = tried({
  gets: 'outage',
  within: 5,
  health: 'outage',
  log: 'store unreachable',
  calls: 10,
  after: 5,
})
const FIRESTORE_SLOW = tried({ gets: 'saved', within: 12, health: 'outage', calls: 6, after: 5 })
const FIRST_CALL = never(
  'The first call also loads Google’s SDK: on a slow machine it hangs, on a fast one it is slow, and both are tried',
)
const firestoreRefuses = (gets: 'permission' | 'quota') =>
  tried({ gets, within: 1, health: gets, calls: 2, after: 1 })
const FEEDS_REFUSED = 'Firestore: feeds are refused'
const FEEDS_SILENT = 'Firestore: feeds are open and silent'
const FIRESTORE_START = 'Firestore: no connection at the start'
const FOLDER_FAILS = 'Pictures: the folder fails, or a file is lost'
const FOLDER_HANGS = 'Pictures: the folder hangs'
const LOG = 'Log: refused, stalled or full'

/** Each port, in each way of failing, at each moment. */
const CELLS: Readonly<Record<Port, Rows>> = {
  SQLite: {
    'refused at once': at(
      proven('SQLite: the file can’t be opened'),
      proven('SQLite: the disk confirms nothing'),
      proven('SQLite: the disk confirms nothing'),
    ),
    'denied for good': at(proven('SQLite: the file can’t be opened'), OPEN_FILE, OPEN_FILE),
    hangs: at(proven(SQLITE_LOCK), LOCKED, LOCKED),
    'slow by 4 s': at(proven(SQLITE_LOCK), LOCKED_BRIEFLY, LOCKED_BRIEFLY),
    'answers after the deadline': never('A write that waited too long is not made'),
    'half an answer': at(proven('SQLite: the process is killed'), NO_PARTS, NO_PARTS),
    damaged: proven('SQLite: the file is damaged or foreign'),
    full: proven('SQLite: the disk is full'),
    'gone and back': at(never('A server that did not start is started again'), LOCKED, LOCKED),
    'clock off by 60 s': CLOCK,
  },
  'Views file': {
    'refused at once': at(
      proven('Views: the file is damaged'),
      proven('Views: the file can’t be written'),
      proven('Views: the file can’t be written'),
    ),
    'denied for good': at(proven('Views: the file is damaged'), OPEN_FILE, OPEN_FILE),
    hangs: never('Only its process uses it, so that nothing locks it'),
    // SQLite reads in the thread of the process, which stands still meanwhile.
    'slow by 4 s': proven('Firestore: the process stands still, or is killed'),
    'answers after the deadline': never('Reads of it have no deadline of their own, as all of a request'),
    'half an answer': at(
      proven('Views: the stored file is incomplete or of another database'),
      NO_PARTS,
      NO_PARTS,
    ),
    damaged: proven('Views: the file is damaged'),
    full: proven('Views: the disk is full'),
    'gone and back': proven('Views: the disk is full'),
    'clock off by 60 s': CLOCK,
  },
  'Firestore: calls': {
    'refused at once': FIRESTORE_OUT,
    'denied for good': firestoreRefuses('permission'),
    hangs: FIRESTORE_OUT,
    'slow by 4 s': at(FIRST_CALL, FIRESTORE_SLOW, FIRESTORE_SLOW),
    'answers after the deadline': FIRESTORE_OUT,
    'half an answer': FIRESTORE_OUT,
    damaged: never('gRPC checks each message, and ends the call'),
    full: firestoreRefuses('quota'),
    'gone and back': FIRESTORE_OUT,
    'clock off by 60 s': CLOCK,
  },
  'Firestore: listeners': {
    'refused at once': at(proven(FIRESTORE_START), proven(FEEDS_REFUSED), proven(FEEDS_REFUSED)),
    'denied for good': proven(FEEDS_REFUSED),
    hangs: proven(FEEDS_SILENT),
    'slow by 4 s': proven('Firestore: feeds are late'),
    'answers after the deadline': proven(FEEDS_SILENT),
    'half an answer': proven(FEEDS_REFUSED),
    damaged: never('gRPC checks each message, and ends the call'),
    full: proven(FEEDS_REFUSED),
    'gone and back': at(proven(FIRESTORE_START), proven(FEEDS_REFUSED), proven(FEEDS_REFUSED)),
    'clock off by 60 s': CLOCK,
  },
  'Identity provider: lookup': identityRows(LOOKUP, REPEATED),
  'Identity provider: keys': identityRows(KEYS, EVERYONE),
  'Identity provider: exchange': identityRows(LOOKUP, REPEATED),
  'Mail server': {
    'refused at once': email('queued', 9),
    'denied for good': email('refused', 9),
    hangs: email('queued', 9),
    'slow by 4 s': email('sent', 9),
    'answers after the deadline': email('queued', 9),
    'half an answer': email('unknown', 9),
    damaged: email('queued', 9),
    full: email('queued', 9),
    'gone and back': email('queued', 9),
    'clock off by 60 s': CLOCK,
  },
  'Push service': {
    'refused at once': tried({ ...DROPPED, calls: 3 }),
    'denied for good': tried({ ...DROPPED, calls: 1 }),
    hangs: tried({ ...DROPPED, calls: 3 }),
    'slow by 4 s': tried(SENT),
    'answers after the deadline': never('It gets ten seconds; one that takes longer counts as hanging'),
    'half an answer': tried(SENT),
    damaged: tried(SENT),
    full: tried({ ...DROPPED, calls: 3 }),
    'gone and back': tried({ ...DROPPED, calls: 3 }),
    'clock off by 60 s': never('Its tokens are valid for twelve hours'),
  },
  Images: {
    'refused at once': at(proven(FOLDER_FAILS), FOLDER_OUT, FOLDER_OUT),
    'denied for good': at(proven(FOLDER_FAILS), FOLDER_OUT, FOLDER_OUT),
    hangs: at(FOLDER_HANGING, FOLDER_HANGING, FOLDER_HANGING),
    // Three files are read at once.
    'slow by 4 s': at(FOLDER_SLOW, FOLDER_SLOW, proven(FOLDER_HANGS)),
    'answers after the deadline': at(FOLDER_HANGING, FOLDER_HANGING, FOLDER_HANGING),
    'half an answer': proven(FOLDER_FAILS),
    // One of its files is lost.
    damaged: FILE_LOST,
    full: FOLDER_FULL,
    'gone and back': at(proven(FOLDER_FAILS), FOLDER_OUT, FOLDER_OUT),
    'clock off by 60 s': never('Files are deleted minutes after their last use'),
  },
  Log: {
    'refused at once': proven(LOG),
    'denied for good': proven(LOG),
    hangs: proven(LOG),
    'slow by 4 s': proven(LOG),
    'answers after the deadline': proven(LOG),
    'half an answer': proven(LOG),
    damaged: never('The server does not read its log'),
    full: proven(LOG),
    'gone and back': proven(LOG),
    'clock off by 60 s': never('Its lines have the time of the server'),
  },
}

export const PORTS = Object.keys(CELLS) as Port[]

export function cellOf(port: Port, mode: Mode, moment: Moment): Cell {
  const row = CELLS[port][mode]
  return 'idle' in row ? row[moment] : row
}
