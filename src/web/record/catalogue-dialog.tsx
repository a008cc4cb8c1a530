import type { ReactNode } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Fields } from '#shared/record.ts'
import type { FormOf } from '../forms/checked-form.ts'
import { RecordDialog } from './record-dialog.tsx'
import { RecordFields } from './record-fields.tsx'
import { bodyFrom, type BoxValues, labelsOf, valuesFrom } from './record-values.ts'

type Saves = Endpoint & { body: z.core.$ZodType; response: z.core.$ZodType }
interface Catalogue<F extends Fields> {
  fields: F
  create: Saves
  update: Saves
}
interface Row {
  id: number
  name: string
  is_active: boolean
  version: number
}

interface Props<F extends Fields, R extends Row> {
  catalogue: Catalogue<F>
  /** Null adds one. */
  row: R | null
  add: string
  save?: string
  warning?: string
  /** What the boxes of a new row hold. */
  fresh?: Partial<BoxValues<F>>
  /** The choices of a field in words. */
  words?: { [K in keyof F]?: (value: never) => string }
  /** Boxes of one's own, such as for links. */
  boxes?: (form: FormOf<BoxValues<F>>) => { [K in keyof F]?: ReactNode }
  onClose: () => void
  /** Below the boxes. */
  children?: ReactNode
}

/** Adds a row of a plain catalogue, or changes one; everything about its fields comes from their declarations. */
export const CatalogueDialog = <F extends Fields, R extends Row>({
  catalogue,
  row,
  fresh,
  words,
  boxes,
  children,
  ...rest
}: Props<F, R>) => (
  <RecordDialog
    {...rest}
    row={row}
    create={catalogue.create}
    update={catalogue.update}
    name={(one) => (one as Row).name}
    values={(one) => valuesFrom(catalogue.fields, one, fresh)}
    toBody={(values) => bodyFrom(catalogue.fields, values) as never}
    labels={labelsOf(catalogue.fields)}
  >
    {(form) => (
      <>
        <RecordFields fields={catalogue.fields} form={form} {...(words && { words })} {...(boxes && { boxes: boxes(form) })} />
        {children}
      </>
    )}
  </RecordDialog>
)
