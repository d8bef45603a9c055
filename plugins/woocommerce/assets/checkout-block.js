// Registers the method for the block of the checkout page.
(({ wc, wp }) => {
  const { getSetting } = wc.wcSettings;
  // Before WooCommerce 10 each method had a setting of its own.
  const { title, description, supports } =
    getSetting('paymentMethodData', {}).saphan ?? getSetting('saphan_data');
  const content = wp.element.createElement('div', null, description);
  wc.wcBlocksRegistry.registerPaymentMethod({
    name: 'saphan',
    label: title,
    ariaLabel: title,
    content,
    edit: content,
    canMakePayment: () => true,
    supports: { features: supports },
  });
})(window);
