/** A cursor of a list, newest first: the last row of the page before. */
export interface Position {
  readonly createdAt: Date;
  readonly id: string;
}
