import { type DemoItem, items } from './catalogue.ts'
import type { Random } from './random.ts'

/** Who the demonstration clinic buys from; what each is asked for, by the start of the code. */
export const suppliers = [
  {
    name: 'Lakeview Pharmaceuticals Ltd',
    common_name: 'Lakeview',
    contact_person: 'Order desk',
    phone: '+254700000401',
    email: 'orders@lakeview.example',
    address: 'Industrial Area, Nairobi',
    tax_number: 'P051000401A',
    payment_days: 30,
    codes: ['DRG-0', 'DRG-1', 'DRG-2'],
  },
  {
    name: 'Acacia Medical Stores',
    common_name: 'Acacia',
    contact_person: 'Order desk',
    phone: '+254700000402',
    email: 'sales@acacia.example',
    address: 'Mombasa Road, Nairobi',
    tax_number: 'P051000402B',
    payment_days: 45,
    codes: ['DRG-3', 'DRG-4', 'DRG-5', 'DRG-6'],
  },
  {
    name: 'Tumaini Surgical Supplies',
    common_name: 'Tumaini',
    contact_person: 'Order desk',
    phone: '+254700000403',
    email: 'desk@tumaini.example',
    address: 'Ngong Road, Nairobi',
    tax_number: 'P051000403C',
    payment_days: 14,
    codes: ['SUP', 'REA'],
  },
] as const

export interface DemoPack {
  name: string
  units: number
}
const tablets: readonly DemoPack[] = [
  { name: 'Strip of 10', units: 10 },
  { name: 'Box of 100', units: 100 },
]
const packsByUnit: Readonly<Record<string, readonly DemoPack[]>> = {
  tablet: tablets,
  capsule: tablets,
  bottle: [{ name: 'Carton of 12', units: 12 }],
  vial: [{ name: 'Box of 10', units: 10 }],
  ampoule: [{ name: 'Box of 10', units: 10 }],
  tube: [{ name: 'Box of 10', units: 10 }],
  sachet: [{ name: 'Box of 50', units: 50 }],
  pair: [{ name: 'Box of 50', units: 50 }],
  each: [{ name: 'Box of 50', units: 50 }],
}
const usePerWeek: Readonly<Record<string, readonly [number, number]>> = {
  tablet: [60, 320],
  capsule: [60, 240],
  bottle: [6, 24],
  each: [30, 90],
  pair: [40, 90],
}

export interface DemoStock extends DemoItem {
  packs: readonly DemoPack[]
  /** Units in a usual week. */
  weekly: number
  /** Of one unit; null for what is given for nothing. */
  cost: string | null
  /** Index into `suppliers`. */
  supplier: number
  /** Where it is used: the pharmacy hands out, the others use up. */
  store: 'Pharmacy' | 'Laboratory' | 'Treatment room'
}

/** The part of the cash price that the clinic pays itself. */
const SHARE_OF_PRICE = 0.58
const UNPRICED_COST = '35'

/** What the clinic keeps in stock, the same for the same stream of chance. */
export const demoStock = (chance: Random): DemoStock[] =>
  items
    .filter(({ category }) => category === 'drug' || category === 'consumable')
    .map((item) => {
      const [least, most] = usePerWeek[item.unit] ?? [4, 16]
      const isReagent = item.code.startsWith('REA')
      return {
        ...item,
        packs: packsByUnit[item.unit] ?? [],
        weekly: chance.integer(least, most),
        cost: item.price === null ? UNPRICED_COST : Number(item.price) === 0 ? null : (Number(item.price) * SHARE_OF_PRICE).toFixed(4),
        supplier: Math.max(
          0,
          suppliers.findIndex(({ codes }) => codes.some((code) => item.code.startsWith(code))),
        ),
        store: isReagent ? 'Laboratory' : item.category === 'consumable' ? 'Treatment room' : 'Pharmacy',
      }
    })
