import { elsewhere, notApplicable, notMet, proven, type Requirement, tests } from './requirement.ts'

/** Run axe on a phone of 320 px and on a desktop, in light and dark colours, and check the order of reading. */
const SCREENS = [
  ...tests(
    'client/e2e/app/screens.test.ts',
    'every public screen is accessible',
    'every member screen is accessible',
    'an admin sees the admin area, which is denied to a member',
  ),
  ...tests(
    'client/e2e/people/connections-screens.test.ts',
    'every list of people is accessible when filled',
    'a profile is accessible in every relationship to its owner',
  ),
  ...tests('client/e2e/app/shell.test.ts', 'an accessibility violation fails the check'),
]
const SHELL = 'client/e2e/app/shell.test.ts'
const READING = 'client/e2e/app/reading.test.ts'
const LARGE_TEXT = tests(
  'client/e2e/app/large-text.test.ts',
  'no screen of a phone scrolls sideways or breaks words with text at 200%',
)
const KEYBOARD = [
  ...tests(
    'client/e2e/accounts/journey-signup.test.ts',
    'a visitor who requested past events signs up by keyboard in four steps and ends there',
  ),
  ...tests(
    'client/e2e/people/connections.test.ts',
    'everything works with the keyboard, and the focus stays close',
  ),
  ...tests(
    'client/e2e/events/calendar.test.ts',
    'a member goes through a month by keyboard, across New Year, and opens an event of the chosen day',
  ),
  ...tests(
    'client/e2e/events/check-in.test.ts',
    'a member found by name is checked in by keyboard with their guests, and the check-in can be undone',
  ),
  ...tests(
    'client/e2e/meetings/availability.test.ts',
    'a member sets weekly hours and days off with the keyboard, and loses nothing',
  ),
  ...tests(
    'client/e2e/search/search.test.ts',
    'the keyboard alone finds a person, an event and a place, and the search remembers them',
  ),
]
const CROP = tests(
  'client/e2e/people/profile-photo.test.ts',
  'a photo is cropped with the keyboard, saved, shown and removed',
  'a photo is cropped with the pointer, the wheel and the slider',
)
const NO_MEDIA = notApplicable('There is neither sound nor video.')

/** Success criteria of WCAG 2.2 by number, with 1 for level A and 2 for AA. Each is clause 9.x.x.x of EN 301 549. */
export const ACCESSIBILITY: readonly Requirement[] = [
  ['1.1.1', 1, 'Non-text content', proven(SCREENS)],
  ['1.2.1', 1, 'Audio-only and video-only (prerecorded)', NO_MEDIA],
  ['1.2.2', 1, 'Captions (prerecorded)', NO_MEDIA],
  ['1.2.3', 1, 'Audio description or media alternative (prerecorded)', NO_MEDIA],
  ['1.3.1', 1, 'Info and relationships', proven(SCREENS)],
  ['1.3.2', 1, 'Meaningful sequence', proven(SCREENS)],
  [
    '1.3.3',
    1,
    'Sensory characteristics',
    elsewhere('Instructions name controls by their labels. No test checks the wording.'),
  ],
  [
    '1.4.1',
    1,
    'Use of colour',
    proven(
      SCREENS,
      tests(
        'client/e2e/app/controls.test.ts',
        'forced colours show the checked choice, and the progress of a bar',
      ),
    ),
  ],
  ['1.4.2', 1, 'Audio control', NO_MEDIA],
  ['2.1.1', 1, 'Keyboard', proven(KEYBOARD, CROP.slice(0, 1))],
  [
    '2.1.2',
    1,
    'No keyboard trap',
    proven(
      tests(
        'client/e2e/search/search.test.ts',
        'Escape closes the search and returns the focus, and a search without matches says what to do',
      ),
      tests(SHELL, 'arrow keys open the account menu and the notifications, and move within them'),
      tests(
        READING,
        'Tab leads through %s and out of it again, and each control that it reaches is outlined and uncovered',
      ),
    ),
  ],
  [
    '2.1.4',
    1,
    'Character key shortcuts',
    notApplicable('The only shortcut, for the search, needs Ctrl or ⌘.'),
  ],
  [
    '2.2.1',
    1,
    'Timing adjustable',
    proven(
      tests(
        'client/e2e/accounts/guard.test.ts',
        'a person whose session has expired signs in again and finds what they typed',
      ),
      tests(
        'client/e2e/people/connections-note.test.ts',
        'a session that ends while a long note is typed is renewed silently',
      ),
      tests(
        'client/e2e/app/controls.test.ts',
        'a message with an undo stays for 10 s, and for as long as it is pointed at or focused',
      ),
    ),
  ],
  [
    '2.2.2',
    1,
    'Pause, stop, hide',
    proven(
      tests(READING, 'nothing moves on a screen that has loaded, and nothing slides with reduced motion'),
    ),
  ],
  ['2.3.1', 1, 'Three flashes or below threshold', notApplicable('Nothing flashes.')],
  ['2.4.1', 1, 'Bypass blocks', proven(tests(SHELL, 'the first focusable link skips the navigation'))],
  [
    '2.4.2',
    1,
    'Page titled',
    proven(
      SCREENS,
      tests(SHELL, 'a change of screen moves the focus to its heading and announces its title'),
    ),
  ],
  [
    '2.4.3',
    1,
    'Focus order',
    proven(
      tests(
        SHELL,
        'a change of screen moves the focus to its heading and announces its title',
        'a slow screen is announced and focused once its heading is shown',
      ),
      tests(
        'client/e2e/people/connections-edges.test.ts',
        'the focus moves to the heading of each screen, and to “Blocked people” after the last unblock',
      ),
      tests(
        'client/e2e/people/directory-paging.test.ts',
        'Show more by keyboard focuses the first member of the next page, also after the last page',
      ),
    ),
  ],
  ['2.4.4', 1, 'Link purpose (in context)', proven(SCREENS)],
  ['2.5.1', 1, 'Pointer gestures', proven(CROP)],
  [
    '2.5.2',
    1,
    'Pointer cancellation',
    elsewhere('Controls are native and act on click, that is, on release. No test checks it.'),
  ],
  ['2.5.3', 1, 'Label in name', proven(SCREENS)],
  ['2.5.4', 1, 'Motion actuation', notApplicable('Nothing reacts to the movement of the device.')],
  [
    '3.1.1',
    1,
    'Language of page',
    proven(
      SCREENS,
      tests(
        'server/http/pages/spa.test.ts',
        'pages and problems are in the language that was chosen or that the browser prefers, files in any',
      ),
    ),
  ],
  [
    '3.2.1',
    1,
    'On focus',
    proven(
      tests(
        READING,
        'Tab leads through %s and out of it again, and each control that it reaches is outlined and uncovered',
      ),
    ),
  ],
  [
    '3.2.2',
    1,
    'On input',
    proven(
      tests(
        'client/e2e/people/directory.test.ts',
        'text typed while a response is on its way is kept',
        'filters combine, are part of the URL, and are removed one by one or with the back button',
      ),
    ),
  ],
  [
    '3.2.6',
    1,
    'Consistent help',
    proven(
      tests(
        'client/e2e/app/help.test.ts',
        'help starts with the tasks of the screen that it was opened from, and its links stay in the app',
      ),
    ),
  ],
  [
    '3.3.1',
    1,
    'Error identification',
    proven(
      tests(
        'client/e2e/events/editor-errors.test.ts',
        'one attempt shows all errors, of the end, the deadline, seats, guests and the join link too',
      ),
      tests(
        'client/e2e/people/profile.test.ts',
        'the first invalid field is opened and focused from any tab, and no input is lost',
      ),
    ),
  ],
  ['3.3.2', 1, 'Labels or instructions', proven(SCREENS)],
  [
    '3.3.7',
    1,
    'Redundant entry',
    proven(
      tests(
        'client/e2e/accounts/journey-signup.test.ts',
        'a step can be left and resumed, and its input survives a reload',
      ),
      tests(
        'client/e2e/events/journey-event-link.test.ts',
        'a session that ends during onboarding is explained, and signing in leads back to what was typed',
      ),
    ),
  ],
  ['4.1.1', 1, 'Parsing', notApplicable('WCAG 2.2 has removed it.')],
  ['4.1.2', 1, 'Name, role, value', proven(SCREENS)],
  ['1.2.4', 2, 'Captions (live)', NO_MEDIA],
  ['1.2.5', 2, 'Audio description (prerecorded)', NO_MEDIA],
  [
    '1.3.4',
    2,
    'Orientation',
    proven(
      tests(
        READING,
        'a phone shows every screen in landscape too, and with the spacing of text that readers may choose',
      ),
    ),
  ],
  [
    '1.3.5',
    2,
    'Identify input purpose',
    proven(
      SCREENS,
      tests(
        'client/ui/form/PasswordField.test.tsx',
        'a password field masks its text, and password managers know it as %s',
      ),
    ),
  ],
  [
    '1.4.3',
    2,
    'Contrast (minimum)',
    proven(
      SCREENS,
      tests(
        'shared/community/accent.test.ts',
        'a colour that people cannot read is refused with its ratio',
        'the default is readable in both modes, on the surfaces that the style sheet has',
      ),
    ),
  ],
  [
    '1.4.4',
    2,
    'Resize text',
    proven(
      LARGE_TEXT,
      tests(
        SHELL,
        'the content has room and the five labels do not overlap at 400% zoom, or with text of twice the size',
      ),
    ),
  ],
  [
    '1.4.5',
    2,
    'Images of text',
    notApplicable(
      'Texts are never pictures, except in previews of links on other sites, which have the same text beside them.',
    ),
  ],
  [
    '1.4.10',
    2,
    'Reflow',
    proven(
      SCREENS,
      tests(
        'client/e2e/app/languages.test.ts',
        'no screen has an untranslated word, scrolls sideways or cuts a text',
      ),
    ),
  ],
  [
    '1.4.11',
    2,
    'Non-text contrast',
    proven(
      tests(READING, 'the border of a field has a contrast of 3:1 in %s colours'),
      tests(
        'shared/community/accent.test.ts',
        'the nearest readable shade of %s has enough contrast, and a readable colour is unchanged',
      ),
    ),
  ],
  [
    '1.4.12',
    2,
    'Text spacing',
    proven(
      tests(
        READING,
        'a phone shows every screen in landscape too, and with the spacing of text that readers may choose',
      ),
    ),
  ],
  [
    '1.4.13',
    2,
    'Content on hover or focus',
    notApplicable('Nothing appears when a control is only pointed at or focused.'),
  ],
  [
    '2.4.5',
    2,
    'Multiple ways',
    proven(
      tests(
        'client/e2e/search/search.test.ts',
        'the keyboard alone finds a person, an event and a place, and the search remembers them',
      ),
      tests(SHELL, 'the main navigation changes screens without a view transition, and other links use one'),
    ),
  ],
  ['2.4.6', 2, 'Headings and labels', proven(SCREENS)],
  [
    '2.4.7',
    2,
    'Focus visible',
    proven(
      tests(
        READING,
        'Tab leads through %s and out of it again, and each control that it reaches is outlined and uncovered',
      ),
      tests('client/e2e/events/events.test.ts', 'a tab that an arrow key reaches shows the focus'),
    ),
  ],
  [
    '2.4.11',
    2,
    'Focus not obscured (minimum)',
    proven(
      tests(
        READING,
        'Tab leads through %s and out of it again, and each control that it reaches is outlined and uncovered',
      ),
      tests('client/e2e/app/toasts.test.ts', 'on a phone, no message covers the RSVP buttons'),
    ),
  ],
  ['2.5.7', 2, 'Dragging movements', proven(CROP)],
  ['2.5.8', 2, 'Target size (minimum)', proven(SCREENS)],
  [
    '3.1.2',
    2,
    'Language of parts',
    notMet(
      'Names and texts of members have no language of their own, so screen readers read them in the language of the page. Texts of the community without a translation are marked.',
    ),
  ],
  [
    '3.2.3',
    2,
    'Consistent navigation',
    proven(
      tests(
        SHELL,
        'the five destinations are at the bottom on a phone, and the account menu changes the theme',
        'the main navigation changes screens without a view transition, and other links use one',
      ),
    ),
  ],
  [
    '3.2.4',
    2,
    'Consistent identification',
    proven(tests('server/testing/architecture/words/copy.test.ts', 'no text contains %s: write “%s”')),
  ],
  [
    '3.3.3',
    2,
    'Error suggestion',
    proven(
      tests('server/http/schemas.test.ts', 'a field error is a sentence: %j given %j'),
      tests(
        'client/e2e/accounts/account-errors.test.ts',
        'errors of a new account are shown beside their fields, and the password is stored nowhere',
      ),
    ),
  ],
  [
    '3.3.4',
    2,
    'Error prevention (legal, financial, data)',
    proven(
      tests(
        'client/e2e/people/profile-account.test.ts',
        'a member requests the deletion of the account, and cancels it',
      ),
      tests(
        'client/e2e/people/connections.test.ts',
        'blocking asks for confirmation, ends the connection, and lasts until the member is unblocked',
      ),
    ),
  ],
  [
    '3.3.8',
    2,
    'Accessible authentication (minimum)',
    proven(
      tests(
        'client/ui/form/PasswordField.test.tsx',
        'a password field masks its text, and password managers know it as %s',
      ),
    ),
  ],
  [
    '4.1.3',
    2,
    'Status messages',
    proven(
      tests(SHELL, 'a change of screen moves the focus to its heading and announces its title'),
      tests(
        'client/e2e/people/profile.test.ts',
        'a time zone is found by its name and by its offset, and is announced',
      ),
      tests('client/e2e/app/controls.test.ts', 'the same message is shown once, unless each can be undone'),
    ),
  ],
]
