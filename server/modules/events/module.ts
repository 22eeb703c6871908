import type { Chapters } from '#server/modules/chapters/module.ts'
import type { Module } from '#server/modules/module.ts'
import type { Operations } from '#server/modules/operations/module.ts'
import type { People } from '#server/modules/people/module.ts'
import type { Platform } from '#server/modules/platform.ts'
import type { KeyedMutex } from '#server/lib/concurrency/keyed-mutex.ts'
import { HOUR } from '#shared/lib/durations.ts'

import { createClosingRule } from './events/closing-rule.ts'
import { createEventAccess } from './events/access.ts'
import { createEventAudit } from './events/audit.ts'
import { createEventEditor } from './events/editor.ts'
import { createMergedChapters } from './events/merged-chapters.ts'
import { createEventLifecycle } from './events/lifecycle.ts'
import { createEventWriter } from './events/writing.ts'
import { createEventService, eventsAccountData } from './events/service.ts'
import { eventView } from './events/view.ts'
import { createImportedEvents } from './imports/events.ts'
import { createSeriesEditor } from './series/editor.ts'

export const views = [eventView]
export const collections = views.map((view) => view.of)

interface Earlier {
  operations: Operations
  people: People
  chapters: Chapters
}

export type Events = ReturnType<typeof createEvents>

/** Constructs what events are and who may do what with them. Their routes are in `programme`, which answers them. */
export function createEvents({ store, clock, newId }: Platform, { operations, people, chapters }: Earlier) {
  /** Held by every seat change, so that requests are served in the order in which they arrive. */
  const withEventLock: KeyedMutex = (eventId, work) => store.withLock(`event-${eventId}`, work)
  const eventAccess = createEventAccess({ store, clock, people, chapters })
  const eventAudit = createEventAudit({ operations })
  const writer = createEventWriter({ store, clock, operations, people, chapters, withEventLock })
  const { write } = writer
  const editor = createEventEditor({ store, clock, newId, people, chapters, eventAccess, eventAudit, write })
  const lifecycle = createEventLifecycle({ store, clock, operations, eventAccess, eventAudit, write })
  const events = createEventService({ store, clock, operations, people, eventAccess, writer })
  const seriesEditor = createSeriesEditor({
    store,
    clock,
    newId,
    people,
    eventAccess,
    eventAudit,
    editor,
    writer,
  })
  const importedEvents = createImportedEvents({ store, clock })

  chapters.editor.addClosingProblem(createClosingRule(clock))
  chapters.merging.addPart(createMergedChapters({ store, write }))

  return {
    withEventLock,
    eventAccess,
    eventAudit,
    writer,
    editor,
    lifecycle,
    events,
    seriesEditor,
    importedEvents,
    routes: {},
    jobs: [{ name: 'ended events', every: HOUR, run: lifecycle.completeEnded }] satisfies Module['jobs'],
    accountDataParts: [eventsAccountData(events)] satisfies Module['accountDataParts'],
  }
}
