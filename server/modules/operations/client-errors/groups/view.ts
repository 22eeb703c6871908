import { defineView } from '#server/views/view.ts'

import { errorGroups } from './collection.ts'

/** Excludes groups that were merged into others. */
export const errorGroupView = defineView({
  of: errorGroups,
  name: 'errorGroup',
  columns: {
    version: 'INTEGER NOT NULL',
    state: 'TEXT NOT NULL',
    type: 'TEXT NOT NULL',
    message: 'TEXT NOT NULL',
    firstAt: 'TEXT NOT NULL',
    lastAt: 'TEXT NOT NULL',
    count: 'INTEGER NOT NULL',
    members: 'INTEGER NOT NULL',
    visitors: 'INTEGER NOT NULL',
    isRefusal: 'INTEGER NOT NULL',
    /** JSON, like the others below. */
    hours: 'TEXT NOT NULL',
    releases: 'TEXT NOT NULL',
    regressed: 'TEXT',
    resolved: 'TEXT',
  },
  indexes: ['lastAt, id', 'state, lastAt, id'],
  lists: {
    errorGroupRelease: { columns: { release: 'TEXT NOT NULL' }, key: ['number', 'release'] },
    /** Names of browsers, without versions. */
    errorGroupBrowser: { columns: { browser: 'TEXT NOT NULL' }, key: ['number', 'browser'] },
  },
  rowsOf(group) {
    const { version, state, type, message, firstAt, lastAt, count, members, visitors } = group
    if (state === 'merged') return undefined
    const releases = [...new Set(group.releases.map(({ release }) => release))]
    const browsers = new Set(group.browsers.map(({ browser }) => browser.replace(/ \d+$/, '')))
    return {
      errorGroup: {
        version,
        state,
        type,
        message,
        firstAt,
        lastAt,
        count,
        members,
        visitors,
        isRefusal: group.isRefusal === true,
        hours: JSON.stringify(group.hours),
        releases: JSON.stringify(releases),
        regressed: group.regressed && JSON.stringify(group.regressed),
        resolved: group.resolved && JSON.stringify(group.resolved),
      },
      errorGroupRelease: releases.map((release) => ({ release })),
      errorGroupBrowser: [...browsers].map((browser) => ({ browser })),
    }
  },
})
