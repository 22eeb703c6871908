export { Asks } from '#client/modules/people/asks/Asks.tsx'
export { Directory } from '#client/modules/people/directory/Directory.tsx'
export { DirectoryCards } from '#client/modules/people/directory/DirectoryCard.tsx'
