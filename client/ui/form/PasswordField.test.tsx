import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { PasswordField } from './PasswordField.tsx'

test.each(['current-password', 'new-password'] as const)(
  'a password field masks its text, and password managers know it as %s',
  (autoComplete) => {
    const html = renderToStaticMarkup(
      <PasswordField
        label="Password"
        name="password"
        value="x"
        onChange={() => {}}
        autoComplete={autoComplete}
      />,
    )
    const [input] = /<input[^>]*>/.exec(html) ?? []
    expect(input).toContain('type="password"')
    expect(input).toContain(`autoComplete="${autoComplete}"`)
    expect(input).not.toMatch(/maxlength|readonly/i)
  },
)
