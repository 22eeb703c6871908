import * as m from '#shared/events/messages.ts'

type Moment = 'starts' | 'ends' | 'opens' | 'deadline'

/** Labels of the two fields of a moment. Events of whole days have a day only. */
export function momentLabels(moment: Moment, dayOnly = false) {
  const day = moment === 'starts' ? m.editorFirstDay() : m.editorLastDay()
  return { date: dayOnly ? day : m.editorDate({ moment }), time: m.editorTime({ moment }) }
}
