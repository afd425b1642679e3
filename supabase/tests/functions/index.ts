import type { FunctionDeclaration, GuardedCall } from '../declaration/function'
import { accountTokensFunctions } from './account-tokens'
import { accountFunctions } from './account'
import { cartFunctions } from './cart'
import { catalogueFunctions } from './catalogue'
import { checkoutFunctions } from './checkout'
import { draftOrdersFunctions } from './draft-orders'
import { fulfilmentFunctions } from './fulfilment'
import { giftCardsFunctions } from './gift-cards'
import { mailFunctions } from './mail'
import { myOrdersFunctions } from './my-orders'
import { officeOrdersFunctions } from './office-orders'
import { officeProductsFunctions } from './office-products'
import { officeSearchFunctions } from './office-search'
import { officeSettingsFunctions } from './office-settings'
import { officeShippingFunctions } from './office-shipping'
import { officeStockFunctions } from './office-stock'
import { ordersFunctions } from './orders'
import { peopleFunctions } from './people'
import { picturesFunctions } from './pictures'
import { promotionsFunctions } from './promotions'
import { refundsFunctions } from './refunds'
import { relationsFunctions } from './relations'
import { releasesFunctions } from './releases'
import { returnsFunctions } from './returns'
import { reviewsFunctions } from './reviews'
import { salesFunctions } from './sales'
import { searchFunctions } from './search'
import { staffFunctions } from './staff'
import { staffViewsFunctions } from './staff-views'
import { stockFunctions } from './stock'
import { sweepFunctions } from './sweep'
import { wishlistFunctions } from './wishlist'
import { privateCalls } from './private'

/** Every function that the API serves, by its name in `public`. */
export const functions: Readonly<Record<string, FunctionDeclaration>> = {
  ...cartFunctions,
  ...wishlistFunctions,
  ...staffFunctions,
  ...stockFunctions,
  ...checkoutFunctions,
  ...draftOrdersFunctions,
  ...promotionsFunctions,
  ...giftCardsFunctions,
  ...accountFunctions,
  ...accountTokensFunctions,
  ...catalogueFunctions,
  ...relationsFunctions,
  ...searchFunctions,
  ...picturesFunctions,
  ...officeOrdersFunctions,
  ...officeProductsFunctions,
  ...officeSettingsFunctions,
  ...officeShippingFunctions,
  ...officeStockFunctions,
  ...officeSearchFunctions,
  ...staffViewsFunctions,
  ...ordersFunctions,
  ...myOrdersFunctions,
  ...refundsFunctions,
  ...releasesFunctions,
  ...returnsFunctions,
  ...reviewsFunctions,
  ...fulfilmentFunctions,
  ...salesFunctions,
  ...mailFunctions,
  ...peopleFunctions,
  ...sweepFunctions,
}

/** Every call whose answer is declared. */
export const guardedCalls: readonly GuardedCall[] = [
  ...Object.values(functions).flatMap(({ calls = [] }) => calls),
  ...privateCalls,
]
