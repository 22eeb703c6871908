import { proven, type Requirement, tests } from './requirement.ts'

const SQLITE = 'server/store/sqlite'
const FIRESTORE = 'server/store/firestore'
const RELEASES = 'server/testing/releases'
const MATRIX = 'server/testing/matrices/failures'
const FEEDS = `${FIRESTORE}/feed`
const IDENTITY = 'server/identity/firebase.test.ts'
const SESSIONS = 'server/modules/accounts/sessions'
const SENDING = 'server/modules/notifications/emails/sending'
const PUSH = 'server/modules/notifications/push/sender.test.ts'
const IMAGES = 'server/image-files/folder.test.ts'
const LOG = 'server/logging/log-sink.test.ts'

/** Parts that the server depends on, the ways in which each fails, and what callers and operators get. */
export const FAILURES: readonly Requirement[] = [
  [
    'Any call of a request fails',
    undefined,
    'The request is answered with 503. The next one works, and a command that is repeated does what it does otherwise, once',
    proven(
      tests(
        `${MATRIX}/requests.test.ts`,
        'a read of which a call fails is answered with 503, and works right after it: %s',
        'a command of which a call fails before its commit is answered with 503: %s',
      ),
      tests(
        `${MATRIX}/commands.test.ts`,
        'a command that is repeated after the failure of any of its calls does what it does otherwise: $route',
        'a command that is repeated after a commit without an answer does what it does otherwise: $route',
      ),
    ),
  ],
  [
    'Calls of a job fail',
    undefined,
    'Later runs do the same as if none had failed. No job makes more than 15 calls a minute meanwhile',
    proven(
      tests(
        `${MATRIX}/jobs.test.ts`,
        'jobs do the same whichever of their calls fail for some time',
        'a job whose calls all fail makes at most 15 of them a minute: %s they are carried out',
      ),
    ),
  ],
  [
    'A port fails in any way, at any moment',
    undefined,
    'What callers get, the log, the outgoing calls and the recovery are listed below. Firestore and the folder of pictures keep less than 50 MB afterwards',
    proven(
      tests(
        `${MATRIX}/ports.test.ts`,
        'callers get what is promised while a port fails, and soon after it all is well: %s, %s',
        'callers get what is promised while the folder of pictures fails, and soon after it all is well: %s, %s',
      ),
      tests(
        `${MATRIX}/ports.firestore.test.ts`,
        'callers get what is promised while Firestore fails, and soon after it all is well: %s, %s',
      ),
    ),
  ],
  [
    'SQLite: the file can’t be opened',
    undefined,
    'The server does not start, and says why',
    proven(
      tests('server/main.test.ts', 'the server does not start without a writable data folder'),
      tests(
        `${SQLITE}/file.test.ts`,
        'opening a store in a folder that cannot be created is reported as an outage',
        'opening a store names a file in place of the folder, or a folder in place of the file',
      ),
    ),
  ],
  [
    'SQLite: the disk is slow',
    undefined,
    'Reads are answered meanwhile, and a write once it is on the disk',
    proven(
      tests(
        `${SQLITE}/durability.test.ts`,
        'reads are answered while a write waits for the disk, and the write only after it',
        'transactions that are ready at the same time share a disk sync',
      ),
    ),
  ],
  [
    'SQLite: the disk is full',
    undefined,
    'Writes get 503, reads work, and nothing confirmed is lost',
    proven(
      tests(
        `${SQLITE}/processes.test.ts`,
        'a write on a full disk is an outage, and stored documents stay readable',
      ),
    ),
  ],
  [
    'SQLite: the disk confirms nothing',
    undefined,
    'The waiting writes and all later ones fail, and the server is not ready',
    proven(
      tests(
        `${SQLITE}/durability.test.ts`,
        'a failed disk sync fails the waiting writes, and later writes are refused',
      ),
    ),
  ],
  [
    'SQLite: the process is killed',
    undefined,
    'Every confirmed write is there at the next start, and views equal the documents',
    proven(
      tests(`${SQLITE}/processes.test.ts`, 'a committed transaction survives kill -9'),
      tests(`${SQLITE}/views.test.ts`, 'views equal the documents after processes were killed at any moment'),
    ),
  ],
  [
    'SQLite: another program locks the file',
    undefined,
    'Reads continue. Writes wait, and are an outage in the end',
    proven(
      tests(
        `${SQLITE}/file.test.ts`,
        'reads continue and a write waits while another program has the lock',
        'a file that another process is creating opens once it is complete',
        'a lock that is never released is an outage, and does not block the event loop',
      ),
    ),
  ],
  [
    'SQLite: the file is damaged or foreign',
    undefined,
    'The server does not start, and says why. A restore keeps the log of the damaged store',
    proven(
      tests(`${SQLITE}/file.test.ts`, 'opening a file that isn’t a database fails with the reason'),
      tests('server/store/backups/restore.test.ts', 'the log of a damaged store is kept completely'),
    ),
  ],
  [
    'Firestore: no connection',
    undefined,
    'Requests get 503 at once after the first failure, which is logged once, and again an answer once it is back',
    proven(
      tests(
        `${FIRESTORE}/faults.firestore.test.ts`,
        'an outage is detected after one failure, logged once, and ends when the service is back',
      ),
      tests(
        `${FIRESTORE}/circuit-breaker.test.ts`,
        'the breaker rejects calls after a failed call and a failed ping, until the store responds',
        'one failed call does not open the breaker while the store responds to a ping',
      ),
      tests(
        `${FIRESTORE}/calls.test.ts`,
        'a reset drops open connections, while another one is being closed',
      ),
    ),
  ],
  [
    'Firestore: no connection at the start',
    undefined,
    'The replica is not ready, and has everything once Firestore is back',
    proven(
      tests(
        `${FEEDS}/faults.firestore.test.ts`,
        'a replica that starts without Firestore is not ready, and has everything once Firestore is back',
      ),
    ),
  ],
  [
    'Firestore: a connection is cut, or an answer lost',
    undefined,
    'The commit counts once. One whose answer does not come in time is answered as possibly saved',
    proven(
      tests(
        `${FIRESTORE}/faults.firestore.test.ts`,
        'a commit whose response was lost succeeds and is not repeated',
        'a cut connection during a commit loses no increment and repeats none',
        'a write that was reported as failed is not committed when delayed packets arrive',
        'a write without a response in time is reported as possibly saved',
        'a write that failed before its commit is reported as failed',
      ),
    ),
  ],
  [
    'Firestore: a round trip of four seconds',
    undefined,
    'Writes succeed within their deadline',
    proven(
      tests(
        `${FIRESTORE}/faults.firestore.test.ts`,
        'a write over a line with a round trip of four seconds succeeds within the deadline',
      ),
    ),
  ],
  [
    'Firestore: denied, without a quota or an index',
    undefined,
    'Requests get 503, and the health check names the reason in one word',
    proven(
      tests(
        'server/http/health.test.ts',
        'the readiness check names the reason for a store failure in one word',
      ),
      tests(`${FIRESTORE}/circuit-breaker.test.ts`, 'a refusal by the store does not count as an outage'),
    ),
  ],
  [
    'Firestore: feeds are refused',
    undefined,
    'The replica is not ready and asks at most nine times a minute. It recovers with one stream',
    proven(
      tests(
        `${FEEDS}/refused.firestore.test.ts`,
        'a feed that Firestore refuses for three seconds recovers with one stream, after a few attempts',
        'a replica whose feeds are all refused is not ready, fails at once and rarely retries',
      ),
      tests(
        `${FEEDS}/stream.test.ts`,
        'a stream that is always refused calls Listen at most nine times a minute',
        'a single refused feed is retried rarely, and the others stay current',
        'each feed becomes current again after any sequence of faults, with one Listen call',
      ),
    ),
  ],
  [
    'Firestore: feeds are open and silent',
    undefined,
    'Within a minute the feed is opened again, which is logged; the health check has the problem `read_models_behind`',
    proven(
      tests(
        `${FEEDS}/stream.test.ts`,
        'an open stream without messages is logged and reopened within a minute',
        'a feed that does not become current on a live stream is logged and restarted',
        'the position of a feed does not advance while nothing is delivered',
      ),
      tests(`${FEEDS}/heartbeat.test.ts`, 'a missing heartbeat is measured as a growing delay'),
      tests(
        'server/http/health.test.ts',
        'the readiness check reports how far the read models are behind the store',
      ),
    ),
  ],
  [
    'Firestore: the process stands still, or is killed',
    undefined,
    'It misses no change when it goes on or starts again',
    proven(
      tests(
        `${MATRIX}/kills.test.ts`,
        'views of a replica that is killed or stopped at any moment miss no change',
        'a replica that stood still, and is then %s, misses no change of that time',
      ),
      tests(
        `${MATRIX}/kills.firestore.test.ts`,
        'a process that is %s at any call while it stores its views leaves a complete file, with which others start',
      ),
      tests(
        `${FIRESTORE}/view-file.firestore.test.ts`,
        'views equal the documents after processes were paused, resumed and killed at any moment',
      ),
    ),
  ],
  [
    'Firestore: the owner of a lock is dead or slow',
    undefined,
    'Others get the lock within seconds, and work without it if the store does not answer',
    proven(
      tests(
        `${FIRESTORE}/locks.firestore.test.ts`,
        'a lock whose holder has died is acquired within seconds',
        'a holder that was taken for dead does not release the next holder’s lock',
        'work runs without its lock while the store does not respond',
      ),
    ),
  ],
  [
    'Views: the file is damaged',
    undefined,
    'It is made again, at the start or while it is open; until then reads get 503, and the health check says `views`',
    proven(
      tests(
        'server/views/replica.test.ts',
        'views whose file is damaged are rebuilt at the start',
        'views whose file is damaged while it is open are rebuilt, and cannot be read until then',
        'the delay before a rebuild grows while the file keeps getting damaged',
      ),
    ),
  ],
  [
    'Views: the stored file is incomplete or of another database',
    undefined,
    'It is not used; the documents are read',
    proven(
      tests(
        `${FIRESTORE}/view-file.firestore.test.ts`,
        'documents are read instead of a stored file if a chunk is missing',
        'a file with views of another database is not used',
      ),
    ),
  ],
  [
    'Views: the disk is full',
    undefined,
    'Reads get 503 while a change waits to be written, and the replica is not ready. Once there is room, every change is written',
    proven(
      tests(
        'server/views/replica.test.ts',
        'a write that failed on a full disk is repeated once there is space',
      ),
    ),
  ],
  [
    'Identity provider: out',
    undefined,
    'Sessions that were checked within 30 s work on; others get 503 within three seconds, after one call, and keep their cookie',
    proven(
      tests(
        IDENTITY,
        'an outage is reported when the key endpoint %s',
        'an outage is reported when a look-up of the user %s',
        'an outage is detected within three seconds',
        'sessions are valid again soon after an outage',
      ),
      tests(
        `${MATRIX}/requests.test.ts`,
        'a request asks the identity provider at most once during its outage: %s',
      ),
      tests(
        `${SESSIONS}/hooks.test.ts`,
        'a signed-in call during an outage succeeds while the check is cached, and is then 503',
      ),
      tests(`${SESSIONS}/session.test.ts`, 'a session during an outage of %s is 503 and keeps the cookie'),
      tests(
        `${SESSIONS}/logout.test.ts`,
        'logging out during an outage is 503, because a valid session must not look ended',
      ),
    ),
  ],
  [
    'Clock: off by up to a minute',
    undefined,
    'Sessions stay valid. From ten seconds on the log and the health check name it (`clock_wrong`)',
    proven(
      tests(
        `${SESSIONS}/clock.test.ts`,
        'a replica whose clock is behind neither accepts nor clears a cookie that another has just made',
        'a replica whose clock is behind answers 503 instead of ending a session that it cannot check',
        'a replica whose clock is behind accepts sessions that are older than its clock error',
      ),
      tests(
        `${FEEDS}/heartbeat.test.ts`,
        'a clock that is %i seconds ahead is logged once, and does not count as a lag',
        'a slow response is not reported as a wrong clock',
      ),
      tests(
        `${SENDING}/sender-killed.test.ts`,
        'a clock that is set back does not delay emails by that time, or send them twice',
      ),
    ),
  ],
  [
    'Mail server: out, busy or limiting',
    undefined,
    'Emails are sent later, in order; what is outdated by then is not sent. The health check has `emails_stuck`',
    proven(
      tests(
        `${SENDING}/sender.test.ts`,
        'an email that the server defers is sent later, before the member’s next one',
        'sending pauses while the server defers every email',
        'after a day without the server, outdated emails are not sent',
      ),
    ),
  ],
  [
    'Mail server: refuses an address or a message',
    undefined,
    'Only that one is not sent again',
    proven(
      tests(
        `${SENDING}/sender.test.ts`,
        'a refused address gets no emails for a day, and other addresses do',
        'an email that the server rejects is not sent again, and the next one is sent',
      ),
    ),
  ],
  [
    'Mail server: hangs, or the answer is lost',
    undefined,
    'What it may have accepted is not sent again, and what it cannot have accepted is',
    proven(
      tests(
        `${SENDING}/sender.test.ts`,
        'an email that the server may have accepted is not sent again',
        'an email whose text did not reach the server is sent again after a %s at the address',
      ),
      tests(
        `${SENDING}/sender-process.test.ts`,
        'a process that is killed while sending sends nothing twice, and loses only what it was handing over',
      ),
    ),
  ],
  [
    'Push service: busy, hanging or gone',
    undefined,
    'Its messages are sent later or dropped, and others are not delayed',
    proven(
      tests(
        PUSH,
        'a message that a busy push service refuses is sent again',
        'ten browsers that never answer do not delay the messages of another member',
        'a browser that did not respond three times in a row gets no messages for a while',
      ),
    ),
  ],
  [
    'Pictures: the folder fails, or a file is lost',
    undefined,
    'Uploads get 503 and store nothing partly; a lost picture is logged and answered with 404',
    proven(
      tests(
        IMAGES,
        'a folder that fails is reported as a store outage, stores nothing partly, and works again later',
        'a lost file is logged and answered with 404, and another upload restores it',
        'an unfinished file of a process that was killed is deleted within an hour',
      ),
    ),
  ],
  [
    'Pictures: the folder hangs',
    undefined,
    'Uploads and pictures get 503 after five seconds, and at once when three wait. Other requests are answered',
    proven(
      tests(
        IMAGES,
        'a folder that hangs is an outage within its timeout, then at once, and ends with its cause',
      ),
    ),
  ],
  [
    'Log: refused, stalled or full',
    undefined,
    'Requests are answered; what cannot be kept is counted. Client errors are taken only when they are in the log',
    proven(
      tests(
        LOG,
        'a write error is reported, and later lines are tried again',
        'a stalled reader gets everything acknowledged or accepted once it reads again',
        'lines beyond the bound are dropped, and their number is logged afterwards',
        'a half-written line does not corrupt the next',
      ),
      tests(
        'server/http/health.test.ts',
        'a problem that does not affect readiness is reported by the readiness check and to admins',
      ),
    ),
  ],
  [
    'A process is killed or stopped at a write',
    undefined,
    'Every confirmed change stays, each notification is delivered once, and each email is sent at most once; only the one that is being handed over can be lost',
    proven(
      tests(
        `${MATRIX}/kills.test.ts`,
        'a process that is killed or stopped at any write loses no document, and notifies nobody twice',
      ),
    ),
  ],
  [
    'Upgrade: files of an earlier release',
    undefined,
    'A store of the last three releases keeps every document, gets current views, and loses nothing that waits to be delivered',
    proven(
      tests(
        `${RELEASES}/upgrade.test.ts`,
        'a store of an earlier release keeps its documents, also in the migration, and gets current views: %s',
        'a notification and the emails that wait in a store of an earlier release are delivered once: %s',
      ),
      tests(
        `${RELEASES}/upgrade.firestore.test.ts`,
        'a Firestore of an earlier release keeps its documents, also in the migration, and gets current views: %s',
        'a notification and the emails that wait in a Firestore of an earlier release are delivered once: %s',
        'views start from the file of the previous release, and read fewer documents than without it',
      ),
      tests(
        'server/store/sqlite/views.test.ts',
        'a process of the previous release can read its views while the next ones are built',
        'documents that an earlier release writes are projected by a later one',
        'an interrupted build resumes where it stopped, in any number of processes',
      ),
      tests(
        'server/tasks/migrate.test.ts',
        'a migration that is killed at any batch, before or after its commit, is completed by the next',
      ),
    ),
  ],
  [
    'Upgrade: pages and browsers of an earlier release',
    undefined,
    'Unsent RSVPs, check-ins, errors and drafts of the last three releases are kept and sent. An open page of another API version offers to reload',
    proven(
      tests(
        'client/testing/releases/upgrade.test.ts',
        'an RSVP that a page of an earlier release has stored is sent: %s',
        'check-ins, errors and drafts that a page of an earlier release has stored are kept: %s',
      ),
      tests('server/http/checks/page-version.test.ts', 'an outdated page can still report its errors'),
      tests(
        'client/lib/http.test.ts',
        'a response with stale_client marks the page as outdated, not the server as unreachable',
      ),
      tests(
        'client/e2e/app/page-update.test.ts',
        'a page that is open during an update offers a reload, and loses neither what it shows nor what was typed',
      ),
    ),
  ],
  [
    'Upgrade: a release is deployed while the service worker stores its files',
    undefined,
    'The page without a connection has its own script and styles, of one release',
    proven(
      tests(
        'client/e2e/app/offline-releases.test.ts',
        'a release that is deployed while the worker stores its files does not mix the offline pages of both',
      ),
      tests(
        'client/offline/interleavings.test.ts',
        'a page without a connection has all its files, of its own release, whenever the worker updates',
      ),
    ),
  ],
  [
    'Roll back: an earlier release on the same files',
    undefined,
    'It reads all documents, except of collections whose `schemaVersion` has grown since',
    proven(
      tests(
        `${RELEASES}/upgrade.test.ts`,
        'an earlier release can read what this one writes, except as listed: %s',
      ),
    ),
  ],
  [
    'A worker or replica is killed, stopped or replaced',
    undefined,
    'The others answer, and no request behind the load balancer is lost when it ends in order',
    proven(
      tests(
        'server/workers.test.ts',
        'a worker that is killed before it listens is replaced, and the other one answers meanwhile',
        'a stopped or killed worker does not delay connections',
      ),
      tests(
        'server/testing/processes/replicas.test.ts',
        'a replica that was paused does not show ended sessions or outdated lists when it continues',
        'draining a replica under continuous requests loses no request and no notification',
      ),
      tests(
        'server/main.test.ts',
        'no request is lost behind a load balancer that checks readiness',
        'a request that never finishes is cut off before the container is killed',
      ),
    ),
  ],
]
