import { csvRoutes } from './csv-routes.ts'
import { itemRoutes } from './item-routes.ts'
import { priceListRoutes } from './price-list-routes.ts'
import { priceRoutes } from './price-routes.ts'
import { taxClassRoutes } from './tax-class-routes.ts'

export const routes = () => [...itemRoutes, ...taxClassRoutes, ...priceListRoutes, ...priceRoutes, ...csvRoutes]
