<?php

declare(strict_types=1);

namespace Saphan;

/** The request was not signed with this secret, or more than 5 minutes ago. */
final class WebhookVerificationException extends \RuntimeException
{
}
