import { newProductPage } from './new-product.tsx';
import { productPage } from './product.tsx';
import { productsPage } from './products.tsx';

export const productPages = [productsPage, newProductPage, productPage];
