/** Why a file cannot be read, in words for staff. */
export class FileError extends Error {}
