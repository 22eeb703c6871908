export type { QuestionService } from './questions/service.ts'
export type { OrganiserCommand, RsvpDocument } from './rsvps/seats/collection.ts'
export type { RsvpService } from './rsvps/service.ts'
