import type { ReactNode } from 'react'
import type { Fields } from '#shared/record.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { RecordField } from './record-field.tsx'
import type { BoxValues } from './record-values.ts'

interface Props<F extends Fields> {
  fields: F
  form: FormOf<BoxValues<F>>
  /** The choices of a field in words. */
  words?: { [K in keyof F]?: (value: never) => string }
  /** A box of one's own for a field, such as for a link. */
  boxes?: { [K in keyof F]?: ReactNode }
}

/** A box for each field, in their order; the cursor begins in the first. */
export const RecordFields = <F extends Fields>({ fields, form, words = {}, boxes = {} }: Props<F>) =>
  Object.entries(fields).map(([name, field], at) => (
    <BoxOf key={name} own={boxes[name]}>
      <RecordField
        name={name}
        field={field}
        form={form as never}
        isFirst={at === 0}
        word={words[name] as ((value: string) => string) | undefined}
      />
    </BoxOf>
  ))
const BoxOf = ({ own, children }: { own: ReactNode; children: ReactNode }) => own ?? children
