import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'

import { IsolatedText } from './IsolatedText.tsx'

const html = (text: string) => renderToStaticMarkup(<IsolatedText>{text}</IsolatedText>)

test('each right-to-left name in a text is isolated, and the rest is unchanged', () => {
  expect(html('Request sent to Ada.')).toBe('Request sent to Ada.')
  expect(html('Request sent to נועה ברק.')).toBe('Request sent to <bdi>נועה ברק</bdi>.')
  expect(html('נועה, محمد بن عبد الله and 3 others')).toBe(
    '<bdi>נועה</bdi>, <bdi>محمد بن عبد الله</bdi> and 3 others',
  )
  expect(html('محمد (CEO) is going.')).toBe('<bdi>محمد</bdi> (CEO) is going.')
})
