/** Facts in one line, without empty ones. The dots stay at the end of a line that is broken there. */
export const dotted = (facts: readonly unknown[]) => facts.filter(Boolean).join('\u00A0· ')
