import needs from './needs.json' with { type: 'json' }
import json from './trades.json' with { type: 'json' }

/** A trade, with the words and short phrases by which people look for it, in each language. */
export interface Trade {
  readonly id: string
  /** A name of `INDUSTRIES` (shared/community/industries.ts). */
  readonly industry: string
  readonly en: readonly string[]
  readonly de: readonly string[]
  readonly pt: readonly string[]
}

/** The thesaurus: trades, what they are called and what people need them for. */
export const trades: readonly Trade[] = json

/** Words of needs by the id of the trade. Only queries name a trade by them: who has a cat is not a vet. */
export const NEEDS: Readonly<Record<string, Omit<Trade, 'id' | 'industry'>>> = needs
