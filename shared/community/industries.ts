import { keysOf } from '#shared/lib/records.ts'

import * as m from './messages.ts'

const NAMES = {
  'Accounting and tax': m.industryAccounting,
  'Agriculture and food': m.industryAgriculture,
  'Architecture and construction': m.industryArchitecture,
  'Arts and culture': m.industryArts,
  Consulting: m.industryConsulting,
  'Design and creative': m.industryDesign,
  'Education and training': m.industryEducation,
  'Energy and environment': m.industryEnergy,
  'Finance and insurance': m.industryFinance,
  'Health and wellbeing': m.industryHealth,
  'Hospitality and travel': m.industryHospitality,
  Law: m.industryLaw,
  Manufacturing: m.industryManufacturing,
  'Marketing and communications': m.industryMarketing,
  'Non-profit and public sector': m.industryNonProfit,
  'People and recruitment': m.industryPeople,
  Property: m.industryProperty,
  'Retail and commerce': m.industryRetail,
  'Software and technology': m.industrySoftware,
  'Transport and logistics': m.industryTransport,
  Other: m.industryOther,
}

/** The industries that a community starts with, as they are stored. */
export const INDUSTRIES = keysOf(NAMES)

const isDefault = (name: string): name is keyof typeof NAMES => Object.hasOwn(NAMES, name)

/** The community's own industries keep their names in all languages. */
export const industryName = (name: string) => (isDefault(name) ? NAMES[name]() : name)
