import { toPence } from '@shop/pricing'
import * as v from 'valibot'
import { moneyText, none } from '../../../kit/field-rules'
import { londonInput } from '../../../kit/london-time'
import type { Versioned } from '../../../kit/use-conflict'
import { formPictures } from '../../pictures/form-picture'
import { productRecordSchema, type VariantRecord } from './product-record'
import type { ProductValues, VariantValues } from './product-schema'
import { sizeGuideText } from './size-guide-text'

/** The fields of a new product. */
export const newProduct: ProductValues = {
  name: '',
  slug: '',
  category_id: none,
  description: '',
  short_description: '',
  price: '',
  compare_at_price: '',
  stock_change: 'blank',
  note: '',
  images: [],
  is_featured: false,
  is_active: true,
  publish_at: '',
  unpublish_at: '',
  seo_title: '',
  seo_description: '',
  sku: '',
  barcode: '',
  brand: '',
  collection: '',
  features: [],
  materials: '',
  care: '',
  dimensions: '',
  weight_grams: '',
  box_contents: [],
  good_for: '',
  size_guide: '',
  size_guide_note: '',
  low_stock_threshold: '5',
  track_inventory: true,
  options: [],
  variants: [],
}

const money = (amount: number | null) => moneyText(amount === null ? null : toPence(amount))

const moment = (iso: string | null) => (iso === null ? '' : londonInput(new Date(iso)))

function variantValues(variant: VariantRecord): VariantValues {
  return {
    id: variant.id,
    option_values: variant.option_values,
    sku: variant.sku ?? '',
    barcode: variant.barcode ?? '',
    price: money(variant.price),
    compare_at_price: money(variant.compare_at_price),
    image: variant.image ?? none,
    stock_change: '0',
    low_stock_threshold: String(variant.low_stock_threshold),
    is_active: variant.is_active,
    stock: variant.inventory_quantity,
    has_orders: variant.has_orders,
  }
}

/** The variant of a new combination. @param price as the product's field has it */
export function newVariant(option_values: string[], price: string): VariantValues {
  return {
    id: '',
    option_values,
    sku: '',
    barcode: '',
    price,
    compare_at_price: '',
    image: none,
    stock_change: '0',
    low_stock_threshold: '5',
    is_active: true,
    stock: 0,
    has_orders: false,
  }
}

/** A product from the database as the form shows it. @throws ValiError for anything else */
export function productValues(response: unknown): Versioned<ProductValues> {
  const product = v.parse(productRecordSchema, response)
  return {
    version: product.version,
    values: {
      name: product.name,
      slug: product.slug,
      category_id: product.category_id ?? none,
      description: product.description ?? '',
      short_description: product.short_description ?? '',
      price: money(product.price),
      compare_at_price: money(product.compare_at_price),
      stock_change: '0',
      note: '',
      images: formPictures(product.images, product.image_alts),
      is_featured: product.is_featured,
      is_active: product.is_active,
      publish_at: moment(product.publish_at),
      unpublish_at: moment(product.unpublish_at),
      seo_title: product.seo_title ?? '',
      seo_description: product.seo_description ?? '',
      sku: product.sku ?? '',
      barcode: product.barcode ?? '',
      brand: product.brand ?? '',
      collection: product.collection ?? '',
      features: product.features,
      materials: product.materials ?? '',
      care: product.care ?? '',
      dimensions: product.dimensions ?? '',
      weight_grams: product.weight_grams === null ? '' : String(product.weight_grams),
      box_contents: product.box_contents,
      good_for: product.good_for ?? '',
      size_guide: sizeGuideText(product.size_guide),
      size_guide_note: product.size_guide?.note ?? '',
      low_stock_threshold: String(product.low_stock_threshold),
      track_inventory: product.track_inventory,
      options: product.options,
      variants: product.variants.map(variantValues),
    },
  }
}
