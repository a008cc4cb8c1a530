import { Fragment } from 'react'

/** Stands in a translated text for a number that is to be bold: `t('mean {n} of 15 min', { n: MARK })`. */
export const MARK = '\u0000'

/** The text with its marks replaced by these values, in bold. */
export const Bold = ({ text, values }: { text: string; values: readonly (string | number)[] }) =>
  text.split(MARK).map((part, at) => (
    // eslint-disable-next-line react/no-array-index-key -- the parts of one text have no other name
    <Fragment key={at}>
      {at > 0 && <b>{values[at - 1]}</b>}
      {part}
    </Fragment>
  ))
