import type { SQLInputValue } from 'node:sqlite'

import type { Bound, Plan, Selection } from '#server/store/plan.ts'
import type { Scalar } from '#server/store/port.ts'
import { columnOf, indexColumns, indexName, quoted } from './schema.ts'
import { LIMIT_PARAMETER, type Sql } from './statements.ts'

export function selectPage(plan: Plan, columns: string): Sql {
  const { declared, index } = plan
  const documents = index.contains ? ` CROSS JOIN ${quoted(declared.name)} AS d ON d.id = i.id` : ''
  const { conditions, values } = restrict(plan, plan)
  const direction = plan.descending ? ' DESC' : ''
  const ordered = [...(index.order ? [columnOf(index.order)] : []), 'id'].map(
    (name) => `i.${name}${direction}`,
  )
  // A document has an entry for each item of the array.
  const once = plan.contains && plan.contains.length > 1 ? ' GROUP BY i.id' : ''
  return {
    text: `SELECT ${columns} FROM ${source(plan)}${documents} WHERE ${conditions}${once} ORDER BY ${ordered.join(', ')} ${LIMIT_PARAMETER}`,
    // One more than the limit shows whether there is a next page.
    values: [...values, plan.limit + 1],
  }
}

export function selectCount(selection: Selection): Sql {
  const { conditions, values } = restrict(selection, {})
  const counted = selection.contains && selection.contains.length > 1 ? 'DISTINCT i.id' : '*'
  return { text: `SELECT count(${counted}) AS count FROM ${source(selection)} WHERE ${conditions}`, values }
}

function restrict({ index, equal, contains, lower, upper }: Selection, { after, descending }: Partial<Plan>) {
  const columns = indexColumns(index)
  const conditions = equal.map((_, at) => `i.${columns[at]} = ?`)
  const member = `i.${columns[equal.length]}`
  // SQLite keeps the order of an index for one value, and not for `IN`.
  if (contains?.length === 1) conditions.push(`${member} = ?`)
  else if (contains) conditions.push(`${member} IN (${contains.map(() => '?').join(', ')})`)
  const values = [...equal, ...(contains ?? [])].map(bindable)
  const ordered = index.order ? `i.${columnOf(index.order)}` : 'i.id'
  const bind = (operator: '<' | '>', { value, inclusive }: Bound) => {
    conditions.push(`${ordered} ${operator}${inclusive ? '=' : ''} ?`)
    values.push(bindable(value))
  }

  // A cursor lies within the bounds and replaces the one it starts from: SQLite seeks by only one.
  if (!after || descending) bind('>', lower)
  if (upper && (!after || !descending)) bind('<', upper)
  if (after) {
    const operator = descending ? '<' : '>'
    // Such an index has only documents with the field, which SQLite does not conclude from the comparison of two.
    if (index.order) conditions.push(`${ordered} IS NOT NULL`)
    conditions.push(index.order ? `(${ordered}, i.id) ${operator} (?, ?)` : `i.id ${operator} ?`)
    values.push(...(index.order ? [bindable(after.value), after.id] : [after.id]))
  }
  return { conditions: conditions.join(' AND '), values }
}

/**
 * The table with the index's columns. INDEXED BY makes a plan without the index an error rather than a slow query.
 */
function source({ declared: { name }, index }: Selection) {
  if (index.contains) return `${indexName(name, index)} AS i`
  const primaryKey = indexColumns(index).length === 1
  return primaryKey ? `${quoted(name)} AS i` : `${quoted(name)} AS i INDEXED BY ${indexName(name, index)}`
}

const bindable = (value: Scalar): SQLInputValue => (typeof value === 'boolean' ? Number(value) : value)
