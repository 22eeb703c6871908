import { expect, test } from 'vitest'

import { groupKey, groupLabel } from './groups.ts'

test('a group by answer shows the current wording of its question', () => {
  const group = { kind: 'answered', question: 'q', value: 'Vegan' } as const
  const question = { id: 'q', kind: 'oneChoice', label: 'Diet', required: false } as const
  expect(groupLabel(group, [question])).toBe('Answered “Vegan” to “Diet”')
  expect(groupLabel(group)).toBe('Answered “Vegan”')
  expect([groupKey(group), groupKey({ kind: 'going' })]).toEqual(['answered:q:Vegan', 'going'])
})
