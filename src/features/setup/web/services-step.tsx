import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { itemCategories } from '#features/catalogue/contract.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { OwnServices } from './own-services.tsx'
import { ServiceGroup } from './service-group.tsx'
import type { ServiceLine } from './set-up-values.ts'
import type { SetUp } from './use-set-up.ts'

const MOST = 200

const fresh: ServiceLine = { name: '', category: 'other', unit: 'each', department: '', price: '', isChosen: true, isOwn: true }

/** The catalogue to begin with: what most clinics bill, by category, with the cash prices that are known already. */
export const ServicesStep = ({ form }: Pick<SetUp, 'form'>) => {
  const { services } = form.values
  const node = useRef<HTMLDivElement>(null)
  const wantsFocus = useRef(false)
  // The box of a new line exists only after it has been drawn.
  useEffect(() => {
    if (!wantsFocus.current) return
    wantsFocus.current = false
    node.current?.querySelector<HTMLInputElement>('.own-service:last-child input')?.focus()
  })
  const add = () => {
    wantsFocus.current = true
    form.insertListItem('services', fresh)
  }
  const places = services.map((line, place) => ({ line, place }))
  const chosen = services.filter(({ isChosen }) => isChosen)
  const priced = chosen.filter(({ price }) => price.trim() !== '')
  return (
    <div className="form-stack starter-step" ref={node}>
      <p className="t2">
        {t(
          'This is what you can charge. Untick what you do not offer, and type the cash price where you know it: Tab goes from price to price.',
        )}
      </p>
      <Note tone="waiting">
        {t('A price may wait: what has none is charged with nothing and marked at the till until somebody sets it.')}
      </Note>
      <div className="starter">
        {itemCategories.map((category) => {
          const lines = places.filter(({ line }) => line.category === category && !line.isOwn)
          return lines.length > 0 && <ServiceGroup key={category} category={category} lines={lines} form={form} />
        })}
      </div>
      <OwnServices lines={places.filter(({ line }) => line.isOwn)} form={form} />
      {services.length < MOST && (
        <div className="row wrap">
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
            {t('Add a line of your own')}
          </Button>
          <span className="grow" />
          <span className="t3 num" role="status">
            {t('{{n}} ticked, {{priced}} with a price', { n: number(chosen.length), priced: number(priced.length) })}
          </span>
        </div>
      )}
      <p className="t2">
        {t(
          'Cash, mobile money, card and bank transfer are there as payment modes, and every insurer you add becomes one. Insurers’ prices and taxes follow under Administration.',
        )}
      </p>
    </div>
  )
}
