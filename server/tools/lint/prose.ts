/**
 * A plugin of oxlint: comments are sentences or noun phrases, and test titles are sentences with a subject. The rules
 * look at openings only, where a few closed classes of words decide, so that neither needs exceptions.
 */
import { untranslated } from './untranslated.ts'
import { opensPredicate } from './verbs.ts'

/** Words that open a clause about something which the comment has not named. */
const HEADLESS = /^(?:Of|By|What|Who|Whom|Whose|Those|Nobody|As|Whatever|Whoever|Whichever)\b(?!-)/
const HEADLESS_AFTER_PREPOSITION = /^(?:[A-Z][a-z]+ )(?:whom|whose|which|what|whoever|whatever)\b(?!-)/
const PREPOSITIONS =
  /^(?:About|After|Against|Among|At|Before|Beside|Between|During|For|From|In|On|Since|Than|Through|To|Under|Until|With|Within|Without)\b/
/** A declaration whose type says that it holds no boolean. */
const NO_BOOLEAN =
  /^\s*(?:export )?(?:readonly )?(?:const )?[\w'"[\]-]+\??: (?:readonly )?(?:string|number|bigint|Date|Uint8Array|Buffer|(?:Readonly)?(?:Map|Set|Array)<|[A-Z]\w*\[\]|void\b)/

export function commentIssue(text: string, codeAfter: string): string | undefined {
  const opening = text.replace(/^[\s*]+/, '')
  const word = opening.split(/[\s,.:;]/, 1)[0]
  if (HEADLESS.test(opening)) return `A comment opens with its subject, not with “${word}”.`
  if (PREPOSITIONS.test(opening) && HEADLESS_AFTER_PREPOSITION.test(opening))
    return `A comment opens with its subject, not with “${opening.split(' ', 2).join(' ')}”.`
  if (word === 'Whether' && NO_BOOLEAN.test(codeAfter)) return '“Whether …” describes a boolean.'
  return undefined
}

/** The parts of oxlint's interface that the rules use. It exports no types for plugins. */
interface Comment {
  type: 'Line' | 'Block' | 'Shebang'
  value: string
  start: number
  end: number
}
interface Expression {
  type: string
  name?: string
  value?: unknown
  quasis?: { value: { raw: string } }[]
  object?: Expression
  callee?: Expression
  tag?: Expression
}
interface Context {
  sourceCode: { text: string; getAllComments(): Comment[] }
  report(diagnostic: { message: string; node: Comment | Expression }): void
}

const comments = {
  create(context: Context) {
    return {
      Program() {
        const { text } = context.sourceCode
        let previous: Comment | undefined
        for (const comment of context.sourceCode.getAllComments()) {
          const continues =
            comment.type === 'Line' &&
            previous?.type === 'Line' &&
            text.slice(previous.end, comment.start).trim() === '' &&
            text.slice(previous.end, comment.start).split('\n').length === 2
          previous = comment
          if (continues) continue
          const message = commentIssue(comment.value, text.slice(comment.end, comment.end + 200))
          if (message) context.report({ message, node: comment })
        }
      },
    }
  },
}

/** Words that open a predicate or a clause, so that the title has no subject before them. */
const NO_SUBJECT = new Set(
  (
    'am is are was were be been has have had does do did can cannot could may might must shall should will would ' +
    'of by for as to than that what who whom whose which whatever whoever whichever those whether and but or because ' +
    'again also still not never'
  ).split(' '),
)

/** Words that open a circumstance. A comma ends it before the subject comes. */
const CIRCUMSTANCE = new Set(
  (
    'about after among around at before between during from if in inside on once outside since through under until ' +
    'when where while with within without'
  ).split(' '),
)

export function titleIssue(title: string): string | undefined {
  const [first = '', second = ''] = title.trim().split(/[\s,.:;]+/, 2)
  if (NO_SUBJECT.has(first) || opensPredicate(first, second))
    return `A test title is a sentence with a subject; this one opens with “${first}”.`
  if (CIRCUMSTANCE.has(first) && !title.includes(','))
    return `A test title is a sentence with a subject; “${first} …” ends with a comma before it.`
  return undefined
}

const TEST = new Set(['it', 'test'])

/** `test`, `it.each(…)`, `test.skipIf(…)` and the like. */
function isTest({ type, name, object, callee, tag }: Expression): boolean {
  if (type === 'Identifier') return TEST.has(name ?? '')
  const inner = object ?? callee ?? tag
  return inner !== undefined && isTest(inner)
}

const titles = {
  create(context: Context) {
    return {
      CallExpression({ callee, arguments: [title] }: { callee: Expression; arguments: Expression[] }) {
        if (!title || !isTest(callee)) return
        const text = typeof title.value === 'string' ? title.value : title.quasis?.[0]?.value.raw
        const message = text && titleIssue(text)
        if (message) context.report({ message, node: title })
      },
    }
  },
}

const plugin = {
  meta: { name: 'prose' },
  rules: { 'comment-opening': comments, 'test-title': titles, untranslated },
}
export default plugin
