import {
  type Accent,
  COLOUR_PATTERN,
  contrastChecks,
  contrastError,
  DEFAULT_ACCENT,
  type Mode,
  MODES,
  readableShade,
  shownRatio,
  SURFACES,
} from '#shared/accent.ts'
import type { Form } from '#client/lib/use-form.ts'
import { Button } from '#client/ui/Button.tsx'
import { FieldGroup } from '#client/ui/FieldGroup.tsx'
import patterns from '#client/ui/patterns.module.css'
import { Stack } from '#client/ui/Stack.tsx'
import { TextField } from '#client/ui/TextField.tsx'

import { History } from './History.tsx'
import { SectionForm } from './SectionForm.tsx'
import styles from './settings.module.css'

const NAMES: Record<Mode, string> = { light: 'Light mode', dark: 'Dark mode' }
const isColour = (text: string) => new RegExp(COLOUR_PATTERN).test(text)

export const AccentSection = () => (
  <Stack gap={8}>
    <SectionForm<'accent', Accent>
      section="accent"
      title="Accent colour"
      lead="Used for links, buttons and drawings, in place of green."
      labels={NAMES}
      // Two fields of the standard colours are easier to change than two empty ones.
      valuesOf={(value) => (value.light ? value : DEFAULT_ACCENT)}
      valueOf={(values) => (isStandard(values) ? { light: '', dark: '' } : values)}
      check={check}
    >
      {(form) => (
        <>
          {MODES.map((mode) => (
            <Colour key={mode} mode={mode} form={form} />
          ))}
          {!isStandard(form.values) && (
            <div>
              <Button variant="quiet" onClick={() => form.setAll(DEFAULT_ACCENT)}>
                Use the standard colour
              </Button>
            </div>
          )}
        </>
      )}
    </SectionForm>
    <History
      section="accent"
      describe={({ light, dark }) => (light ? `${light} and ${dark}` : 'Standard colour')}
    />
  </Stack>
)

const isStandard = ({ light, dark }: Accent) => light === DEFAULT_ACCENT.light && dark === DEFAULT_ACCENT.dark

function check(accent: Accent) {
  const errors = MODES.map((mode) => [mode, errorOf(accent[mode], mode)] as const)
  return Object.fromEntries(errors.filter((entry): entry is [Mode, string] => entry[1] !== undefined))
}

const errorOf = (colour: string, mode: Mode) =>
  isColour(colour) ? contrastError(colour, mode) : 'Enter a colour with six digits, like #1f5d4c.'

function Colour({ mode, form }: { mode: Mode; form: Form<Accent> }) {
  const typed = form.values[mode]
  const colour = isColour(typed) ? typed : DEFAULT_ACCENT[mode]
  const [worst] = contrastChecks(colour, mode)
  const isReadable = !contrastError(colour, mode)
  const shade = readableShade(colour, mode)
  return (
    <FieldGroup legend={NAMES[mode]}>
      <div className={styles.colour}>
        <input
          type="color"
          aria-label={`Pick the colour for ${mode} mode`}
          className={styles.picker}
          value={colour}
          onChange={(event) => form.set(mode, event.target.value)}
        />
        <TextField
          {...form.field(mode)}
          label={`Colour for ${mode} mode`}
          onChange={(value) => form.set(mode, value.trim().toLowerCase())}
          spellCheck={false}
        />
        {!isReadable && (
          <Button variant="secondary" onClick={() => form.set(mode, shade)}>
            Use {shade} instead
          </Button>
        )}
      </div>
      <Sample colour={colour} mode={mode} />
      {worst && (
        <p className={patterns.small} aria-live="polite">
          Lowest contrast: {shownRatio(worst.ratio)} ({worst.name.toLowerCase()}, at least{' '}
          {shownRatio(worst.least)}). {isReadable ? 'Readable.' : 'Too low.'}
        </p>
      )}
    </FieldGroup>
  )
}

/** Hidden from assistive technology: the ratio below says what it shows. */
function Sample({ colour, mode }: { colour: string; mode: Mode }) {
  const { paper, onAccent } = SURFACES[mode]
  return (
    <div className={styles.sample} style={{ background: paper }} aria-hidden="true">
      <span className={styles.sampleButton} style={{ background: colour, color: onAccent }}>
        Button
      </span>
      <span className={styles.sampleLink} style={{ color: colour }}>
        Link
      </span>
    </div>
  )
}
