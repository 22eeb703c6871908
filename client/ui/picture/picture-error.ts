/** Why a picture cannot be taken, in a sentence for the person who chose it. */
export class PictureError extends Error {
  override name = 'PictureError'
}
