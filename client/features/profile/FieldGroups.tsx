import { formatAddress } from '#shared/address.ts'
import type { ProfileEdit } from '#shared/members.ts'
import { INDUSTRIES, PROFILE_LIMITS, VISIBLE_FIELDS } from '#shared/profile.ts'
import { AUDIENCE_OPTIONS, FIELD_NAMES } from '#client/lib/audience.ts'
import { countryOptions, timeZoneOptions } from '#client/lib/places.ts'
import type { useForm } from '#client/lib/use-form.ts'
import { CheckboxField } from '#client/ui/CheckboxField.tsx'
import { SelectField } from '#client/ui/SelectField.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { TextListField } from '#client/ui/TextListField.tsx'

import styles from './profile.module.css'

interface Props {
  form: Pick<ReturnType<typeof useForm<ProfileEdit>>, 'values' | 'set' | 'errors' | 'field'>
}

const NOT_SAID = { value: '', label: 'Not said' }
const INDUSTRY_OPTIONS = [NOT_SAID, ...INDUSTRIES.map((name) => ({ value: name, label: name }))]

export const WhoYouAre = ({ form }: Props) => (
  <fieldset className={styles.group}>
    <legend>Who you are</legend>
    <TextField
      {...form.field('displayName')}
      label="Name"
      required
      maxLength={PROFILE_LIMITS.displayName.max}
      autoComplete="name"
    />
    <TextField
      {...form.field('headline')}
      label="Headline"
      hint="In a line: what you do, and for whom."
      maxLength={PROFILE_LIMITS.headline}
    />
    <div className={styles.pair}>
      <TextField
        {...form.field('company')}
        label="Company"
        maxLength={PROFILE_LIMITS.company}
        autoComplete="organization"
      />
      <SelectField
        label="Industry"
        name="industry"
        value={form.values.industry}
        error={form.errors['industry']}
        options={INDUSTRY_OPTIONS}
        onChange={(value) => form.set('industry', value as ProfileEdit['industry'])}
      />
    </div>
  </fieldset>
)

export const About = ({ form }: Props) => (
  <fieldset className={styles.group}>
    <legend>About you</legend>
    <TextField {...form.field('bio')} label="About you" multiline rows={6} maxLength={PROFILE_LIMITS.bio} />
    <TextField
      {...form.field('goals')}
      label="Goals"
      hint="What you are working towards just now."
      multiline
      rows={3}
      maxLength={PROFILE_LIMITS.goals}
    />
    <TextListField
      label="Keywords"
      itemLabel="Keyword"
      hint="Words others should find you by."
      name="keywords"
      values={form.values.keywords}
      errors={form.errors}
      most={PROFILE_LIMITS.keywords}
      maxLength={PROFILE_LIMITS.keyword}
      onChange={(values) => form.set('keywords', values)}
    />
  </fieldset>
)

export const AsksAndOffers = ({ form }: Props) => (
  <fieldset className={styles.group}>
    <legend>What you ask for and offer</legend>
    <TextListField
      label="Asks"
      itemLabel="Ask"
      hint="What would help you? Each stays for 90 days."
      name="asks"
      values={form.values.asks}
      errors={form.errors}
      most={PROFILE_LIMITS.asksAndOffers}
      maxLength={PROFILE_LIMITS.askOrOffer}
      onChange={(values) => form.set('asks', values)}
    />
    <TextListField
      label="Offers"
      itemLabel="Offer"
      hint="What could you do for others? Each stays for 90 days."
      name="offers"
      values={form.values.offers}
      errors={form.errors}
      most={PROFILE_LIMITS.asksAndOffers}
      maxLength={PROFILE_LIMITS.askOrOffer}
      onChange={(values) => form.set('offers', values)}
    />
  </fieldset>
)

const ADDRESS_FIELDS = [
  ['address_line1', 'Street and number', 120, 'address-line1'],
  ['address_line2', 'Further line', 120, 'address-line2'],
  ['city', 'City', 80, 'address-level2'],
  ['state', 'State or region', 80, 'address-level1'],
  ['postal_code', 'Postal code', 20, 'postal-code'],
] as const

export function Contact({ form }: Props) {
  const { address } = form.values
  const line = formatAddress(address)
  return (
    <fieldset className={styles.group}>
      <legend>Where and how to reach you</legend>
      <div className={styles.pair}>
        {ADDRESS_FIELDS.map(([name, label, maxLength, autoComplete]) => (
          <TextField
            key={name}
            label={label}
            name={`address.${name}`}
            value={address[name] ?? ''}
            error={form.errors[`address.${name}`]}
            maxLength={maxLength}
            autoComplete={autoComplete}
            onChange={(text) => form.set('address', { ...address, [name]: text })}
          />
        ))}
        <SelectField
          label="Country"
          name="address.country_code"
          value={address.country_code ?? ''}
          error={form.errors['address.country_code']}
          autoComplete="country"
          options={[NOT_SAID, ...countryOptions()]}
          onChange={(code) => form.set('address', { ...address, country_code: code })}
        />
      </div>
      {line && <p className={styles.quiet}>Shown as: {line}</p>}
      <div className={styles.pair}>
        <TextField
          {...form.field('phone')}
          label="Phone"
          type="tel"
          maxLength={PROFILE_LIMITS.phone}
          autoComplete="tel"
        />
        <SelectField
          {...form.field('timeZone')}
          label="Time zone"
          options={timeZoneOptions(form.values.timeZone)}
        />
      </div>
      <TextListField
        label="Links"
        itemLabel="Link"
        hint="Each starts with https://."
        name="links"
        type="url"
        values={form.values.links}
        errors={form.errors}
        most={PROFILE_LIMITS.links}
        maxLength={PROFILE_LIMITS.link}
        onChange={(values) => form.set('links', values)}
      />
    </fieldset>
  )
}

export const Audience = ({ form }: Props) => (
  <fieldset className={styles.group}>
    <legend>Who may see what</legend>
    <p className={styles.quiet}>Members always see your name. For the rest, you choose.</p>
    <div className={styles.pair}>
      {VISIBLE_FIELDS.map((name) => (
        <SelectField
          key={name}
          label={FIELD_NAMES[name]}
          name={`visibility.${name}`}
          value={form.values.visibility[name]}
          options={AUDIENCE_OPTIONS}
          error={form.errors[`visibility.${name}`]}
          onChange={(value) =>
            form.set('visibility', {
              ...form.values.visibility,
              [name]: value as ProfileEdit['visibility'][typeof name],
            })
          }
        />
      ))}
    </div>
    <CheckboxField
      label="Leave me out of the members’ directory"
      name="directoryHidden"
      checked={form.values.directoryHidden}
      onChange={(checked) => form.set('directoryHidden', checked)}
    />
  </fieldset>
)
